import CloudStore

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

  /// Refuses tables of Koober that the user may not read and write.
  static func requirePrivileges(_ connection: PostgreSQLConnection) throws(StoreError) {
    let withheld = SQLStatement(
      once: """
        WITH tables AS (SELECT * FROM pg_tables WHERE schemaname = current_schema())
        SELECT tablename || ' (' || string_agg(privilege, ', ' ORDER BY privilege) || ')',
          quote_ident(schemaname) || ' TO ' || quote_ident(current_user)
        FROM tables, unnest(string_to_array('\(PostgreSQLError.privileges)', ', ')) AS privilege
        WHERE tableowner = (SELECT tableowner FROM tables WHERE tablename = 'koober_migrations')
          AND NOT has_table_privilege(format('%I.%I', schemaname, tablename), privilege)
        GROUP BY schemaname, tablename ORDER BY tablename
        """)
    let tables = try connection.all(withheld) { row in (row.text(0), row.text(1)) }
    guard let (_, grant) = tables.first else { return }
    throw .refused(
      reason: "the user may not use all tables: \(tables.map(\.0).joined(separator: ", "))",
      remedy:
        "As their owner: GRANT \(PostgreSQLError.privileges) ON ALL TABLES IN SCHEMA \(grant).",
      mayPass: false)
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
