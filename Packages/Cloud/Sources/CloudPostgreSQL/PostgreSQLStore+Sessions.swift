package import Cloud
import Core
package import FoundationEssentials

extension PostgreSQLStore: SessionStore {
  package func addSession(_ session: SessionRecord, now: Date) throws(StoreFailure) {
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      // More than one is added, so the expired ones become fewer, and a sign-in stays quick. Those
      // that another sign-in is just deleting are left to it.
      try connection.run(
        """
        DELETE FROM sessions WHERE token_hash IN
          (SELECT token_hash FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT 10
           FOR UPDATE SKIP LOCKED)
        """, .time(now))
      try connection.insert(session)
    }
  }

  package func session(tokenHash: [UInt8]) throws(StoreFailure) -> SessionRecord? {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.first(
        "SELECT rider, expires_at FROM sessions WHERE token_hash = $1", .bytes(tokenHash)
      ) { (row) throws(PostgreSQLFailure) in
        SessionRecord(tokenHash: tokenHash, rider: row.identifier(0), expiresAt: try row.time(1))
      }
    }
  }

  package func removeSession(tokenHash: [UInt8]) throws(StoreFailure) {
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      _ = try connection.run("DELETE FROM sessions WHERE token_hash = $1", .bytes(tokenHash))
    }
  }
}

extension PostgreSQLConnection {
  /// Adds a session; one that an earlier attempt has added is left as it is.
  func insert(_ session: SessionRecord) throws(PostgreSQLFailure) {
    try run(
      """
      INSERT INTO sessions (token_hash, rider, expires_at) VALUES ($1, $2, $3)
      ON CONFLICT DO NOTHING
      """, .bytes(session.tokenHash), .identifier(session.rider), .time(session.expiresAt))
  }
}
