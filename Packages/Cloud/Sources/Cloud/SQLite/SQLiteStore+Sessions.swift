import Core
package import FoundationEssentials

extension SQLiteStore: SessionStore {
  package func addSession(_ session: SessionRecord, now: Date) throws(StoreFailure) {
    try database.transaction { (connection) throws(StoreFailure) in
      // More than one is added, so the expired ones become fewer, and a sign-in stays quick.
      try connection.run(
        """
        DELETE FROM sessions WHERE token_hash IN
          (SELECT token_hash FROM sessions WHERE expires_at <= ? ORDER BY expires_at LIMIT 10)
        """, .time(now))
      try connection.insert(session)
    }
  }

  package func session(tokenHash: [UInt8]) throws(StoreFailure) -> SessionRecord? {
    try database.read { (connection) throws(StoreFailure) in
      try connection.first(
        "SELECT rider, expires_at FROM sessions WHERE token_hash = ?", .blob(tokenHash)
      ) { row in
        SessionRecord(tokenHash: tokenHash, rider: row.identifier(0), expiresAt: row.time(1))
      }
    }
  }

  package func removeSession(tokenHash: [UInt8]) throws(StoreFailure) {
    try database.write { (connection) throws(StoreFailure) in
      _ = try connection.run("DELETE FROM sessions WHERE token_hash = ?", .blob(tokenHash))
    }
  }
}

extension SQLiteConnection {
  func insert(_ session: SessionRecord) throws(StoreFailure) {
    try run(
      "INSERT INTO sessions (token_hash, rider, expires_at) VALUES (?, ?, ?)",
      .blob(session.tokenHash), .identifier(session.rider), .time(session.expiresAt))
  }
}
