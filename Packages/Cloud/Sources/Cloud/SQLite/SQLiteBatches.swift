import Core
import Dispatch
import Synchronization

/// Runs requests that write on one thread, and commits those that come together with one sync.
///
/// A request that came while the one before it ran joins its transaction, so a server under load
/// commits many at once without waiting for any.
final class SQLiteBatches: WriteBatches {
  /// A request: what it does, and what follows once that is committed or could not be.
  private struct Job: Sendable {
    let run: @Sendable () -> Void
    let end: @Sendable (StoreError?) -> Void
  }

  private struct State {
    var isRunning = false
    var waiting: [Job] = []
  }

  /// The first of a batch waits for the last, and other writers wait for all of them.
  private static let largestBatch = 64
  private static let mostWaiting = 1000

  private let database: SQLiteDatabase
  private let batch: SQLiteBatch
  private let queue = DispatchQueue(label: "koober.cloud.writes")
  private let state = Mutex(State())

  init(_ database: SQLiteDatabase) {
    self.database = database
    batch = SQLiteBatch(database)
  }

  var store: any QuickStore.Reads { SQLStore(batch) }

  func start<Value: Sendable>(
    _ job: @escaping @Sendable () -> Value,
    end: @escaping @Sendable (Result<Value, StoreError>) -> Void
  ) -> Bool {
    let value = Mutex<Value?>(nil)
    let job = Job {
      let result = job()
      value.withLock { $0 = result }
    } end: { error in
      let missing = StoreError.broken(reason: "a request ended without a result")
      end(
        value.withLock { $0 }.flatMap { error == nil ? .success($0) : nil }
          ?? .failure(error ?? missing))
    }
    let (isAccepted, mustStart) = state.withLock { state in
      guard state.waiting.count < Self.mostWaiting else { return (false, false) }
      state.waiting.append(job)
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    if mustStart { queue.async { self.runAll() } }
    return isAccepted
  }

  private func runAll() {
    while goesOn() { runBatch() }
  }

  private func goesOn() -> Bool {
    state.withLock { state in
      state.isRunning = !state.waiting.isEmpty
      return state.isRunning
    }
  }

  private func next() -> Job? {
    state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
  }

  private func runBatch() {
    let jobs = Mutex<[Job]>([])
    var failure: StoreError?
    do throws(StoreError) {
      try database.commit { [self] (connection) throws(StoreError) in
        try batch.withConnection(connection) {
          var count = 0
          while count < Self.largestBatch, let job = next() {
            jobs.withLock { $0.append(job) }
            job.run()
            count += 1
          }
        }
      }
    } catch {
      failure = error
    }
    var ended = jobs.withLock { $0 }
    // A transaction that could not even begin fails those that waited for it.
    if failure != nil, ended.isEmpty {
      while ended.count < Self.largestBatch, let job = next() { ended.append(job) }
    }
    for job in ended { job.end(failure) }
  }
}

/// The database as the requests of a batch see it: the transaction that is open.
private final class SQLiteBatch: SQLDatabase {
  private let database: SQLiteDatabase
  // The steps of a transaction set, use and forget both, on the one thread that runs them, and one
  // transaction of batches follows the other.
  nonisolated(unsafe) private var connection: SQLiteConnection?
  /// Why SQLite has undone the transaction.
  nonisolated(unsafe) private var failure: StoreError?

  init(_ database: SQLiteDatabase) {
    self.database = database
  }

  /// Lets requests use a connection whose transaction is open.
  ///
  /// - Throws: The error after which nothing of the transaction is left.
  func withConnection(
    _ connection: SQLiteConnection, _ run: () -> Void
  ) throws(StoreError) {
    (self.connection, failure) = (connection, nil)
    defer { (self.connection, failure) = (nil, nil) }
    run()
    if let failure { throw failure }
  }

  private func current() throws(StoreError) -> SQLiteConnection {
    if let failure { throw failure }
    guard let connection else { throw .broken(reason: "no batch of writes is open") }
    return connection
  }

  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try body(current())
  }

  func write<Value: Sendable>(
    _ body:
      @escaping @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let connection = try current()
    do throws(StoreError) {
      return try connection.savepoint { (connection) throws(StoreError) in
        try body(connection, false)
      }.get()
    } catch {
      if !connection.isInTransaction { failure = error }
      throw error
    }
  }

  var dialect: any SQLDialect { database.dialect }
  var connectionUse: ConnectionUse { database.connectionUse }
  var newestSchemaVersion: Int { database.newestSchemaVersion }

  func schemaVersion() throws(StoreError) -> Int { throw .wouldWait }
  func migrate() throws(StoreError) { throw .wouldWait }
  func eraseDeleted() throws(StoreError) { throw .wouldWait }
}
