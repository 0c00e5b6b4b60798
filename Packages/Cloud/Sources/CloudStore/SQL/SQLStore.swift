/// Stores everything of the cloud in an SQL database.
///
/// Each method is one atomic step, and what it reports as done survives a crash. Methods block
/// until the work is done; ``WorkerPool`` keeps them off the threads that must not wait.
package final class SQLStore: Sendable {
  package let database: any SQLDatabase
  /// The deadlines of the requests that use it.
  package let deadlines: RequestDeadlines
  /// Wakes the streams that tell of changes.
  package let changes: ChangeSignals

  let knownRides: KnownRides

  package convenience init(_ database: any SQLDatabase) {
    self.init(database, knownRides: KnownRides())
  }

  private init(_ database: any SQLDatabase, knownRides: KnownRides) {
    self.database = database
    self.knownRides = knownRides
    deadlines = (database as? any ServedDatabase)?.deadlines ?? RequestDeadlines()
    changes = ChangeSignals(relay: database.changeRelay)
  }

  /// Names a SQLite database; it is opened with the first use.
  ///
  /// - Parameter connections: How many callers may read a file at once.
  package static func sqlite(_ location: SQLiteLocation, connections: Int = 1) -> SQLStore {
    SQLStore(SQLiteDatabase(location, connections: connections))
  }

  /// The same store, but with methods that throw ``StoreError/wouldBlock`` instead of blocking; `nil`
  /// where every call blocks.
  package var nonBlocking: SQLStore? {
    database.nonBlocking.map { SQLStore($0, knownRides: knownRides) }
  }

  /// How many batches are worth answering side by side: with a server, one is prepared while another
  /// waits for its round trip. SQLite writes fewer pages for one large batch than for two small ones.
  package var concurrentBatches: Int { database.dialect.hasConcurrentWriters ? 2 : 1 }
}

/// Steps of one statement.
extension SQLStore {
  func run(_ statement: SQLStatement, _ arguments: SQLArguments) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      _ = try connection.run(statement, arguments)
    }
  }

  /// Returns the first row, read, or `nil` without rows.
  func first<Value: Sendable>(
    _ statement: SQLStatement, _ arguments: SQLArguments = [:],
    read: @Sendable (any SQLRow) throws(StoreError) -> Value
  ) throws(StoreError) -> Value? {
    try database.read { (connection) throws(StoreError) in
      try connection.first(statement, arguments, read: read)
    }
  }

  /// Returns all rows, read.
  func all<Value: Sendable>(
    _ statement: SQLStatement, _ arguments: SQLArguments = [:],
    read: @Sendable (any SQLRow) throws(StoreError) -> Value
  ) throws(StoreError) -> [Value] {
    try database.read { (connection) throws(StoreError) in
      try connection.all(statement, arguments, read: read)
    }
  }
}
