/// Keeps everything in one SQLite database.
package final class SQLiteStore: Sendable {
  let database: SQLiteDatabase

  /// Names a database; it is opened with the first use.
  ///
  /// - Parameter connections: How many callers may read a file at once.
  package init(_ location: SQLiteLocation, connections: Int = 1) {
    database = SQLiteDatabase(location, connections: connections)
  }
}

extension SQLiteStore: ObservedStore {
  package var connectionUse: ConnectionUse { database.connectionUse }
}

/// Where a SQLite database is.
package enum SQLiteLocation: Sendable {
  case file(path: String)
  case memory
}
