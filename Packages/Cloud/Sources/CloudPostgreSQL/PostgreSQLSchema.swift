import Cloud

/// Brings a database to the newest schema.
enum PostgreSQLSchema {
  /// Names the lock under which processes take turns: "Kcld" in ASCII.
  private static let lock: Int64 = 0x4B63_6C64

  /// Applies the missing migrations in one transaction: all of them, or none.
  static func migrate(
    _ connection: PostgreSQLConnection, timeouts: PostgreSQLTimeouts
  ) throws(StoreError) {
    guard try !isCurrent(connection) else { return }
    try connection.withTimeout(of: timeouts.migration) { () throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        // Others may hold the lock for as long as their migrations take.
        try connection.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        try connection.execute("SELECT pg_advisory_xact_lock(\(lock))")
        guard try !isCurrent(connection) else { return }
        try connection.migrate(from: migrations(of: connection))
        try connection.execute("DROP TABLE IF EXISTS koober_schema")
      }
    }
  }

  /// Returns the names of the migrations that the database has seen; none for an empty one.
  ///
  /// - Throws: ``StoreError/newerVersion(reason:)`` for one that this program does not know.
  static func migrations(of connection: PostgreSQLConnection) throws(StoreError) -> Set<String> {
    if try hasTable("koober_migrations", connection) { return try connection.migrationNames() }
    // The development before the first release numbered its databases.
    guard try hasTable("koober_schema", connection) else { return [] }
    let number = try connection.first(SQLStatement(once: "SELECT version FROM koober_schema")) {
      row in Int(row.integer(0))
    }
    return try Migration.names(ofNumber: number ?? 0)
  }

  private static func isCurrent(_ connection: PostgreSQLConnection) throws(StoreError) -> Bool {
    guard try hasTable("koober_migrations", connection) else { return false }
    return try connection.migrationNames().count == Migration.all.count
  }

  /// A look at the catalog's table sees what others have committed; `to_regclass` may answer from
  /// what this connection remembers from before it waited for the lock.
  private static func hasTable(
    _ name: String, _ connection: PostgreSQLConnection
  ) throws(StoreError) -> Bool {
    let exists = SQLStatement(
      once: "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = :name")
    return try connection.hasRow(exists, ["name": .text(name)])
  }
}
