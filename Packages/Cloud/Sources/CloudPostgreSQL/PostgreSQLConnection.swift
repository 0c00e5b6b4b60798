import Basics
import CloudStore
import CPostgreSQL
import Glibc

/// One connection to a PostgreSQL server; used by one thread at a time.
///
/// Every call ends by its deadline, whatever the network does; a connection that has missed one is
/// lost.
final class PostgreSQLConnection: SQLConnection {
  let handle: OpaquePointer
  let openedAt = ContinuousClock.now
  /// How long a statement may take.
  private var statementTimeout: Duration
  /// When the request that uses the connection must have its answer.
  private var deadline: RequestDeadline?
  /// What the server was told last.
  private var serverTimeouts = ServerTimeouts()
  /// The failure that was reported last.
  fileprivate(set) var failure: PostgreSQLError?
  private var statements: [ObjectIdentifier: Prepared] = [:]
  /// Statements that travel together with the next one.
  fileprivate var queue: [(statement: Prepared, values: [SQLValue])] = []

  fileprivate struct Prepared {
    let name: String
    let parameters: [String]
    // Keeps the statement's identity from being given to another one.
    let origin: SQLStatement
  }

  var dialect: any SQLDialect { PostgreSQLDialect() }

  /// Connects.
  ///
  /// - Parameter url: A connection URI or key-value string. Source: PostgreSQL, "Connection
  ///   Strings", section 34.1.1.
  init(
    url: String, timeouts: PostgreSQLTimeouts = .standard, deadline: RequestDeadline? = nil
  ) throws(PostgreSQLError) {
    self.deadline = deadline
    handle = try Self.connect(
      url: url, deadline: RequestDeadline.earlier(.now + timeouts.connect, deadline))
    statementTimeout = timeouts.statement
    // A commit is on the server's disk before it is reported; stricter settings stay.
    _ = try query(
      """
      SET client_min_messages = warning; \(serverTimeouts.setting);
      SELECT set_config('synchronous_commit', 'on', false)
      WHERE current_setting('synchronous_commit') = 'off'
      """)
  }

  deinit {
    PQfinish(handle)
  }

  func execute(_ sql: String) throws(StoreError) {
    try recording { () throws(PostgreSQLError) in _ = try query(sql) }
  }

  @discardableResult
  func run(
    _ statement: SQLStatement, _ arguments: SQLArguments,
    forEachRow read: (any SQLRow) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int {
    let result = try recording { () throws(PostgreSQLError) in
      try statement.isKept ? runKept(statement, arguments) : runOnce(statement, arguments)
    }
    for index in 0..<result.rowCount {
      let goesOn = try read(PostgreSQLRow(result: result, index: index))
      if let what = result.unreadable { throw PostgreSQLError.unreadable(what).storeFailure }
      guard goesOn else { break }
    }
    return result.changedCount
  }

  func runAll(
    _ calls: [SQLCall], forEachRow read: (Int, any SQLRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    for call in calls { try enqueue(call.statement, call.arguments) }
    let results = try recording { () throws(PostgreSQLError) in try runQueue() }
    for (index, result) in results.suffix(calls.count).enumerated() {
      for row in 0..<result.rowCount {
        try read(index, PostgreSQLRow(result: result, index: row))
        if let what = result.unreadable { throw PostgreSQLError.unreadable(what).storeFailure }
      }
    }
  }

  func enqueue(_ statement: SQLStatement, _ arguments: SQLArguments) throws(StoreError) {
    try recording { () throws(PostgreSQLError) in
      let prepared = try prepare(statement)
      queue.append((prepared, arguments.ordered(by: prepared.parameters)))
    }
  }

  /// When the statement that begins now has to end.
  var statementDeadline: ContinuousClock.Instant {
    RequestDeadline.earlier(.now + statementTimeout, deadline)
  }

  /// Ends the statements that follow by a request's deadline, here and before that on the server.
  func limit(to deadline: RequestDeadline?) throws(StoreError) {
    self.deadline = deadline
    let timeouts = ServerTimeouts(within: deadline?.rest())
    guard timeouts != serverTimeouts else { return }
    try execute(timeouts.setting)
    serverTimeouts = timeouts
  }

  /// Whether the connection is a session of its own: what it sets and listens to is there in its next
  /// transaction, and not in another connection's.
  ///
  /// - Parameter other: Comes between two transactions, as a pooler with one idle server connection
  ///   lends that one to both; `nil` where no other can be opened.
  func keepsSession(beside other: PostgreSQLConnection?) throws(PostgreSQLError) -> Bool {
    let mark = "koober_\(UInt64.random(in: 0...UInt64.max))"
    let marks = """
      SELECT coalesce(current_setting('koober.session', true), '') = '\(mark)',
        '\(mark)' IN (SELECT pg_listening_channels())
      """
    // Twice, for a pooler that lends its server connections in turn.
    for _ in 0..<2 {
      try query("SET koober.session = '\(mark)'; LISTEN \(mark)")
      // One that does not answer is waited for by others.
      let seen = (try? other?.query(marks))?.booleans ?? []
      guard !seen.contains(true), try query(marks).booleans == [true, true] else { return false }
    }
    try query("RESET koober.session; UNLISTEN \(mark)")
    return true
  }

  /// Runs statements that may take longer than others.
  func withTimeout<Value>(
    of timeout: Duration, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let usual = statementTimeout
    statementTimeout = timeout
    defer { statementTimeout = usual }
    return try body()
  }

  @discardableResult
  func query(_ sql: String) throws(PostgreSQLError) -> PostgreSQLResult {
    try runQueue()
    return try result { PQsendQuery(handle, sql) }
  }

  /// Runs a statement with a plan for just these values.
  private func runOnce(
    _ statement: SQLStatement, _ arguments: SQLArguments
  ) throws(PostgreSQLError) -> PostgreSQLResult {
    try runQueue()
    let (sql, parameters) = statement.rendered(for: dialect)
    return try Self.withCStrings(arguments.ordered(by: parameters).map(\.sent)) {
      (texts) throws(PostgreSQLError) in
      try result {
        PQsendQueryParams(handle, sql, Int32(parameters.count), nil, texts, nil, nil, 0)
      }
    }
  }

  private func runKept(
    _ statement: SQLStatement, _ arguments: SQLArguments
  ) throws(PostgreSQLError) -> PostgreSQLResult {
    let prepared = try prepare(statement)
    let values = arguments.ordered(by: prepared.parameters)
    guard queue.isEmpty else {
      queue.append((prepared, values))
      guard let result = try runQueue().last else { throw .lost("a statement has no result") }
      return result
    }
    return try result { send(prepared, values) }
  }

  private func send(_ statement: Prepared, _ values: [SQLValue]) -> Int32 {
    Self.withCStrings(values.map(\.sent)) { texts in
      PQsendQueryPrepared(handle, statement.name, Int32(values.count), texts, nil, nil, 0)
    }
  }

  /// Sends what is queued, and returns the results.
  @discardableResult
  private func runQueue() throws(PostgreSQLError) -> [PostgreSQLResult] {
    guard !queue.isEmpty else { return [] }
    let queue = queue
    self.queue = []
    return try results(of: queue.count) { index in send(queue[index].statement, queue[index].values)
    }
  }

  private func prepare(_ statement: SQLStatement) throws(PostgreSQLError) -> Prepared {
    if let prepared = statements[ObjectIdentifier(statement)] { return prepared }
    let (sql, parameters) = statement.rendered(for: dialect)
    // Named by its text: a name that is taken, by whomever, never stands for another statement.
    let name = "koober_" + Hexadecimal.encode(Digest.hash(Array(sql.utf8)).prefix(16))
    if !statements.values.contains(where: { $0.name == name }) {
      _ = try result { PQsendPrepare(handle, name, sql, 0, nil) }
    }
    let prepared = Prepared(name: name, parameters: parameters, origin: statement)
    statements[ObjectIdentifier(statement)] = prepared
    return prepared
  }

  private func recording<Value>(
    _ body: () throws(PostgreSQLError) -> Value
  ) throws(StoreError) -> Value {
    do throws(PostgreSQLError) {
      failure = nil
      return try body()
    } catch {
      failure = error
      throw error.storeFailure
    }
  }

  /// Calls a body with the texts as C reads them, and a null pointer after the last.
  static func withCStrings<Result, Failure: Error>(
    _ texts: [String?], _ body: ([UnsafePointer<CChar>?]) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let copies = texts.map { $0.flatMap { strdup($0) } }
    defer { for copy in copies { free(copy) } }
    return try body(copies.map { UnsafePointer($0) } + [nil])
  }
}

extension PostgreSQLConnection {
  private static let transactionStart: SQLStatement =
    "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
  private static let transactionEnd: SQLStatement = "COMMIT"

  /// Runs the steps as one transaction.
  ///
  /// Each statement sees what is committed when it begins: a transaction that has waited for a
  /// lock must see what the one before it has done, whatever the database's default is.
  func transaction<Value>(_ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    do throws(StoreError) {
      try enqueue(Self.transactionStart, [:])
      let value = try body()
      try run(Self.transactionEnd)
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Undoes the transaction; a connection on which that fails is lost, and the server undoes it.
  private func rollBack() {
    queue = []
    guard failure?.isConnectionLost != true, PQtransactionStatus(handle) != PQTRANS_IDLE else {
      return
    }
    do throws(PostgreSQLError) {
      _ = try query("ROLLBACK")
    } catch {
      failure = error
    }
  }
}
