import Cloud

/// Brings a database to the newest schema.
enum PostgreSQLSchema {
  /// Names the lock under which processes take turns: "Kcld" in ASCII.
  private static let lock: Int64 = 0x4B63_6C64

  /// Applies the missing migrations in one transaction: all of them, or none.
  static func migrate(
    _ connection: PostgreSQLConnection, timeouts: PostgreSQLTimeouts
  ) throws(StoreError) {
    guard try migrations(of: connection).count < Migration.all.count else { return }
    try connection.withTimeout(of: timeouts.migration) { () throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        // Others may hold the lock for as long as their migrations take.
        try connection.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        try connection.execute("SELECT pg_advisory_xact_lock(\(lock))")
        try connection.migrate(from: migrations(of: connection))
      }
    }
  }

  /// Returns the names of the migrations that the database has seen; none for an empty one.
  ///
  /// A look at the catalog's table sees what others have committed; `to_regclass` may answer from
  /// what this connection remembers from before it waited for the lock.
  ///
  /// - Throws: ``StoreError/newerVersion(reason:)`` for one that this program does not know.
  static func migrations(of connection: PostgreSQLConnection) throws(StoreError) -> Set<String> {
    let table = SQLStatement(
      once: """
        SELECT 1 FROM pg_tables
        WHERE schemaname = current_schema() AND tablename = 'koober_migrations'
        """)
    return try connection.hasRow(table, [:]) ? connection.migrationNames() : []
  }
}
