import Synchronization

/// The connections to one SQLite database: any number of readers, one writer at a time.
final class SQLiteDatabase: Sendable {
  private final class Slot: Sendable {
    let connection = Mutex<SQLiteConnection?>(nil)
  }

  private let location: SQLiteLocation
  private let slots: [Slot]
  // Writers of this process queue here, where they are woken at once, instead of in SQLite's busy
  // handler, which tries again and again.
  private let writing = Mutex(())
  // One opening at a time: closing a file that another thread has just opened would free its locks
  // too. Source: SQLite, "How To Corrupt An SQLite Database File", section 2.2.
  private let opening = Mutex(())

  /// Names a database; nothing is opened before it is used.
  init(_ location: SQLiteLocation, connections: Int) {
    self.location = location
    // Each connection to memory would be a database of its own.
    let count = if case .memory = location { 1 } else { max(1, connections) }
    slots = (0..<count).map { _ in Slot() }
  }

  /// Lends a connection for reading.
  func read<Value: Sendable, Failure: Error>(
    _ body: @Sendable (SQLiteConnection) throws(Failure) -> Value,
    orThrow wrap: @Sendable (StoreFailure) -> Failure
  ) throws(Failure) -> Value {
    for slot in slots {
      let result = slot.connection.withLockIfAvailable { connection in
        lend(&connection, to: body, orThrow: wrap)
      }
      if let result { return try result.get() }
    }
    return try slots[Int.random(in: slots.indices)].connection.withLock { connection in
      lend(&connection, to: body, orThrow: wrap)
    }.get()
  }

  /// How many connections there may be, are open, and are lent.
  var connectionUse: ConnectionUse {
    let states = slots.map { slot in slot.connection.withLockIfAvailable { $0 != nil } }
    return ConnectionUse(
      limit: slots.count, open: states.count { $0 != false }, busy: states.count { $0 == nil })
  }

  /// The version of the database's tables; nothing is made or changed.
  func schemaVersion() throws(StoreFailure) -> Int {
    switch location {
    case .memory: SQLiteSchema.newestVersion
    case .file(let path):
      try opening.withLock { (_) throws(StoreFailure) in try SQLiteSchema.version(path: path) }
    }
  }

  private func lend<Value: Sendable, Failure: Error>(
    _ connection: inout SQLiteConnection?,
    to body: @Sendable (SQLiteConnection) throws(Failure) -> Value,
    orThrow wrap: @Sendable (StoreFailure) -> Failure
  ) -> Result<Value, Failure> {
    let lent: SQLiteConnection
    do throws(StoreFailure) {
      lent = if let connection { connection } else { try open() }
    } catch {
      return .failure(wrap(error))
    }
    connection = lent
    do throws(Failure) {
      return .success(try body(lent))
    } catch {
      return .failure(error)
    }
  }

  private func open() throws(StoreFailure) -> SQLiteConnection {
    try opening.withLock { [location] (_) throws(StoreFailure) in
      switch location {
      case .memory: return try SQLiteSchema.openInMemory()
      case .file(let path): return try SQLiteSchema.open(path: path)
      }
    }
  }
}

extension SQLiteDatabase {
  func read<Value: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try read(body, orThrow: { $0 })
  }

  /// Lends a connection for statements that change something.
  func write<Value: Sendable, Failure: Error>(
    _ body: @Sendable (SQLiteConnection) throws(Failure) -> Value,
    orThrow wrap: @Sendable (StoreFailure) -> Failure
  ) throws(Failure) -> Value {
    try writing.withLock { (_) throws(Failure) in try read(body, orThrow: wrap) }
  }

  func write<Value: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try write(body, orThrow: { $0 })
  }

  /// Lends a connection for steps that happen all or not at all.
  func transaction<Value: Sendable>(
    _ body: @Sendable (SQLiteConnection) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try write { (connection) throws(StoreFailure) in
      try connection.transaction { () throws(StoreFailure) in try body(connection) }
    }
  }
}
