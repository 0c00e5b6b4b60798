public import Cloud

extension SQLStore {
  /// Names a PostgreSQL database, which any number of processes may share; a connection is opened
  /// with the first use.
  package static func postgreSQL(url: String, connections: Int) -> SQLStore {
    SQLStore(PostgreSQLDatabase(url: url, connections: connections))
  }
}

extension CloudDatabase {
  /// A PostgreSQL database; its tables are made, and brought up to date, with the first use.
  ///
  /// - Parameters:
  ///   - url: For example `postgresql://koober@localhost/koober`.
  ///   - connections: How many requests may use the database at once.
  public static func postgreSQL(url: String, connections: Int) -> CloudDatabase {
    CloudDatabase(store: SQLStore.postgreSQL(url: url, connections: connections))
  }
}
