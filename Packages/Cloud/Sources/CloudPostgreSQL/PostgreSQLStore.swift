public import Cloud

/// Keeps everything in a PostgreSQL database, which any number of processes may share.
package final class PostgreSQLStore: Sendable {
  let pool: PostgreSQLPool

  /// Names a database; a connection is opened with the first use.
  package init(url: String, connections: Int) {
    pool = PostgreSQLPool(url: url, connections: connections)
  }
}

extension PostgreSQLStore: ObservedStore {
  package var connectionUse: ConnectionUse { pool.connectionUse }
}

extension PostgreSQLStore: SchemaStore {
  package var newestSchemaVersion: Int { PostgreSQLSchema.newestVersion }

  package func schemaVersion() throws(StoreFailure) -> Int {
    do throws(PostgreSQLFailure) {
      return try PostgreSQLSchema.version(of: PostgreSQLConnection(url: pool.url))
    } catch {
      throw error.storeFailure
    }
  }

  package func migrate() throws(StoreFailure) {
    // A connection is at the newest version once it is lent.
    try pool.read { (_) throws(PostgreSQLFailure) in }
  }
}

extension CloudDatabase {
  /// A PostgreSQL database; its tables are made, and brought up to date, with the first use.
  ///
  /// - Parameters:
  ///   - url: For example `postgresql://koober@localhost/koober`.
  ///   - connections: How many requests may use the database at once.
  public static func postgreSQL(url: String, connections: Int) -> CloudDatabase {
    CloudDatabase(store: PostgreSQLStore(url: url, connections: connections))
  }
}
