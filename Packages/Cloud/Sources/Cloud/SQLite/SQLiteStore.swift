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

extension SQLiteStore: SchemaStore {
  package var newestSchemaVersion: Int { SQLiteSchema.newestVersion }

  package func schemaVersion() throws(StoreFailure) -> Int { try database.schemaVersion() }

  package func migrate() throws(StoreFailure) {
    // A connection is at the newest version once it is open.
    try database.read { (_) throws(StoreFailure) in }
  }
}

/// Where a SQLite database is.
package enum SQLiteLocation: Sendable {
  case file(path: String)
  case memory
}
