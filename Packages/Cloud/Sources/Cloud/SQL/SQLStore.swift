/// Implements the storage ports on an SQL database.
package final class SQLStore: Sendable {
  let database: any SQLDatabase

  package init(_ database: any SQLDatabase) {
    self.database = database
  }

  /// Names a SQLite database; it is opened with the first use.
  ///
  /// - Parameter connections: How many callers may read a file at once.
  package static func sqlite(_ location: SQLiteLocation, connections: Int = 1) -> SQLStore {
    SQLStore(SQLiteDatabase(location, connections: connections))
  }
}

extension SQLStore: QuickStore {
  package var withoutWaiting: (any Reads)? { database.withoutWaiting.map(SQLStore.init) }

  /// One prepares while the other waits for the server.
  package var batchesAtOnce: Int { database.dialect.hasConcurrentWriters ? 2 : 1 }
}

extension SQLStore: StoreMetrics {
  package var connectionUse: ConnectionUse { database.connectionUse }
}

extension SQLStore: SchemaStore {
  package var newestSchemaVersion: Int { database.newestSchemaVersion }

  package func schemaVersion() throws(StoreError) -> Int { try database.schemaVersion() }

  package func migrate() throws(StoreError) { try database.migrate() }
}
