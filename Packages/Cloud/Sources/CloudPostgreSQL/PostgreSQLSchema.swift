import Cloud

/// Brings a database to the newest schema.
enum PostgreSQLSchema {
  /// The version that this program writes.
  static var newestVersion: Int { PostgreSQLMigration.all.count }

  /// Names the lock under which processes take turns: "Kcld" in ASCII.
  private static let lock: Int64 = 0x4B63_6C64

  /// Applies the missing migrations in one transaction: all of them, or none.
  static func migrate(_ connection: PostgreSQLConnection) throws(PostgreSQLFailure) {
    guard try version(of: connection) != newestVersion else { return }
    try connection.transaction { () throws(PostgreSQLFailure) in
      // Others may hold the lock for as long as their migrations take. What they have done is seen
      // only where each statement sees what is committed by then: a stricter isolation would keep
      // the picture from before the wait.
      try connection.execute(
        """
        SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
        SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0
        """)
      try connection.run("SELECT pg_advisory_xact_lock($1)", .integer(lock))
      let version = try version(of: connection)
      guard (0...newestVersion).contains(version) else {
        throw PostgreSQLFailure(
          state: nil,
          message: "the database has version \(version), this program knows \(newestVersion); "
            + "update it", isConnectionLost: false)
      }
      for migration in PostgreSQLMigration.all[version...] { try migration.apply(connection) }
      try connection.execute("DELETE FROM koober_schema")
      try connection.run(
        "INSERT INTO koober_schema (version) VALUES ($1)", .number(newestVersion))
    }
  }

  /// The version of the database, 0 for one that was never used.
  static func version(
    of connection: PostgreSQLConnection
  ) throws(PostgreSQLFailure) -> Int {
    // A look at the catalogue's table sees what others have committed; `to_regclass` may answer from
    // what this connection remembers from before it waited for the lock.
    let exists = try connection.first(
      """
      SELECT EXISTS (
        SELECT FROM pg_tables
        WHERE schemaname = current_schema() AND tablename = 'koober_schema')
      """
    ) { $0.isTrue(0) }
    guard exists == true else { return 0 }
    let version = try connection.first("SELECT version FROM koober_schema") {
      (row) throws(PostgreSQLFailure) in try row.integer(0)
    }
    return Int(version ?? 0)
  }
}
