import Cloud

/// Brings a database to the newest schema.
enum PostgreSQLSchema {
  /// The version that this program writes.
  static var newestVersion: Int { Migration.all.count }

  /// Names the lock under which processes take turns: "Kcld" in ASCII.
  private static let lock: Int64 = 0x4B63_6C64

  /// Applies the missing migrations in one transaction: all of them, or none.
  static func migrate(
    _ connection: PostgreSQLConnection, timeouts: PostgreSQLTimeouts
  ) throws(StoreError) {
    guard try version(of: connection) != newestVersion else { return }
    try connection.withTimeout(of: timeouts.migration) { () throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        // Others may hold the lock for as long as their migrations take.
        try connection.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
        try connection.execute("SELECT pg_advisory_xact_lock(\(lock))")
        let version = try knownVersion(of: connection)
        for migration in Migration.all[version...] { try migration.apply(connection) }
        try connection.execute(
          "DELETE FROM koober_schema; INSERT INTO koober_schema (version) VALUES (\(newestVersion))"
        )
      }
    }
  }

  /// The schema version of the database, 0 for an empty one.
  ///
  /// - Throws: ``StoreError/newerVersion(reason:)`` for one that this program does not know.
  static func knownVersion(of connection: PostgreSQLConnection) throws(StoreError) -> Int {
    let version = try version(of: connection)
    guard (0...newestVersion).contains(version) else {
      throw .newerVersion(
        reason: "the database has version \(version), this program knows \(newestVersion)")
    }
    return version
  }

  private static func version(of connection: PostgreSQLConnection) throws(StoreError) -> Int {
    // A look at the catalog's table sees what others have committed; `to_regclass` may answer from
    // what this connection remembers from before it waited for the lock.
    let exists = SQLStatement(
      once: """
        SELECT 1 FROM pg_tables
        WHERE schemaname = current_schema() AND tablename = 'koober_schema'
        """)
    guard try connection.hasRow(exists, [:]) else { return 0 }
    let version = try connection.first(SQLStatement(once: "SELECT version FROM koober_schema")) {
      row in row.integer(0)
    }
    return Int(version ?? 0)
  }
}
