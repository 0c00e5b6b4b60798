import Basics
import Core
import Dispatch
import Glibc
import Synchronization

/// The connections to one SQLite database: any number of readers, one writer at a time.
final class SQLiteDatabase: ServedDatabase {
  /// How long the statements of one call may read.
  private static let longestRead = Duration.seconds(8)
  /// The same on the thread of the event loop.
  private static let longestNonBlockingRead = Duration.milliseconds(2)
  private let location: SQLiteLocation
  private let slots: ConnectionSlots<SQLiteConnection>
  // Writers of this process take turns here, and not in SQLite's busy handler, which polls. Their
  // order is not kept, so an import pauses between its transactions.
  private let writing = DispatchSemaphore(value: 1)
  // One opening at a time: closing a file that another thread has just opened would free its locks
  // too. Source: SQLite, "How To Corrupt An SQLite Database File", section 2.2.
  private let opening = DispatchSemaphore(value: 1)
  let deadlines = RequestDeadlines()
  /// The file that was opened first.
  private let file = Mutex<FileIdentity?>(nil)

  /// Names a database; nothing is opened before it is used.
  init(_ location: SQLiteLocation, connections: Int) {
    self.location = location
    // Each connection to memory would be a database of its own.
    let count = if case .memory = location { 1 } else { connections }
    slots = ConnectionSlots(count: count)
  }

  var dialect: any SQLDialect { SQLiteDialect() }

  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try lend { (connection) throws(StoreError) in
      connection.deadline = RequestDeadline.earlier(.now + Self.longestRead, deadlines.current)
      defer { connection.deadline = nil }
      return try body(connection)
    }
  }

  package func write<Value: Sendable>(
    _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try taking(writing) { () throws(StoreError) in
      try lend { (connection) throws(StoreError) in
        connection.deadline = deadlines.current?.end
        defer { connection.deadline = nil }
        return try connection.transaction { () throws(StoreError) in try body(connection, false) }
      }
    }
  }

  package func rehearse(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard case .file(let path) = location, try schemaVersion() > 0 else { return }
    let connection = try SQLiteConnection(path: path)
    try connection.begin()
    defer { connection.rollBack() }
    try body(connection)
    try connection.flush()
  }

  /// Calls a body in its turn, unless that comes too late for the caller's request.
  private func taking<Value>(
    _ turn: DispatchSemaphore, _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    guard turn.wait(timeout: RequestDeadline.time(of: deadlines.current)) == .success else {
      throw .contended(reason: "other work has the database's file")
    }
    defer { turn.signal() }
    return try body()
  }

  /// Empties the write-ahead log, which has the pages as they were; in the file itself
  /// `secure_delete` has put zeros in their place.
  func eraseDeleted() throws(StoreError) {
    try read { (connection) throws(StoreError) in
      _ = try connection.run(SQLStatement(once: "PRAGMA wal_checkpoint(TRUNCATE)"))
    }
  }

  /// Another process on the file is noticed by looking.
  var changeRelay: (any ChangeRelay)? { nil }
  package var nonBlocking: (any SQLDatabase)? { NonBlockingSQLiteDatabase(database: self) }

  /// Reads on a connection that is open and free, for 2 ms at the most.
  fileprivate func readWithoutBlocking<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let value = try slots.tryLend { (slot) throws(StoreError) -> Value? in
      guard let connection = slot else { return nil }
      connection.mayBlock = false
      connection.deadline = .now + Self.longestNonBlockingRead
      defer { (connection.mayBlock, connection.deadline) = (true, nil) }
      return try body(connection)
    }
    guard let value else { throw .wouldBlock }
    return value
  }

  var connectionUse: ConnectionUse { slots.use }

  func schemaVersion() throws(StoreError) -> Int {
    switch location {
    case .memory: Migration.all.count
    case .file(let path):
      try taking(opening) { () throws(StoreError) in try SQLiteSchema.version(path: path) }
    }
  }

  private func lend<Value: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let value = try slots.lend(until: deadlines.current) { (slot) throws(StoreError) -> Value? in
      let connection = if let slot { slot } else { try open() }
      slot = connection
      return try body(connection)
    }
    guard let value else { throw .noConnection }
    return value
  }

  private func open() throws(StoreError) -> SQLiteConnection {
    try taking(opening) { [location] () throws(StoreError) in
      switch location {
      case .memory: return try SQLiteSchema.openInMemory()
      case .file(let path):
        // Opens no other file, and makes none, where the one that was opened first was removed.
        if let first = file.withLock({ $0 }), FileIdentity(path: path) != first {
          throw .removed(path)
        }
        let connection = try SQLiteSchema.open(path: path, until: deadlines.current)
        file.withLock { $0 = $0 ?? FileIdentity(path: path) }
        return connection
      }
    }
  }
}

/// A SQLite database for callers that must not block: it reads where no lock and no other caller is in
/// the way, and does nothing else.
private struct NonBlockingSQLiteDatabase: SQLDatabase {
  let database: SQLiteDatabase
  var dialect: any SQLDialect { database.dialect }
  var changeRelay: (any ChangeRelay)? { nil }
  var connectionUse: ConnectionUse { database.connectionUse }

  func read<Value: Sendable>(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
  ) throws(StoreError) -> Value { try database.readWithoutBlocking(body) }

  package func write<Value: Sendable>(
    _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
  ) throws(StoreError) -> Value { throw .wouldBlock }

  func schemaVersion() throws(StoreError) -> Int { throw .wouldBlock }
  func eraseDeleted() throws(StoreError) { throw .wouldBlock }
}

/// Which file a path leads to.
private struct FileIdentity: Equatable {
  let device: dev_t
  let number: ino_t

  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}

/// Where a SQLite database is.
package enum SQLiteLocation: Sendable {
  case file(path: String)
  case memory
}
