import Core

extension SQLiteStore: AdminTokenStore {
  package func addAdminToken(
    _ token: AdminToken, hash: [UInt8]
  ) throws(StoreFailure) -> Bool {
    try database.write { (connection) throws(StoreFailure) in
      try connection.run(
        """
        INSERT INTO admin_tokens (name, hash, created_at, expires_at) VALUES (?, ?, ?, ?)
        ON CONFLICT (name) DO NOTHING
        """, .text(token.name), .blob(hash), .time(token.createdAt), .time(token.expiresAt)) == 1
    }
  }

  package func adminTokens() throws(StoreFailure) -> [AdminToken] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        "SELECT name, created_at, expires_at FROM admin_tokens ORDER BY name"
      ) { row in row.adminToken }
    }
  }

  package func adminToken(hash: [UInt8]) throws(StoreFailure) -> AdminToken? {
    try database.read { (connection) throws(StoreFailure) in
      try connection.first(
        "SELECT name, created_at, expires_at FROM admin_tokens WHERE hash = ?", .blob(hash)
      ) { row in row.adminToken }
    }
  }

  package func removeAdminToken(named name: String) throws(StoreFailure) -> Bool {
    try database.write { (connection) throws(StoreFailure) in
      try connection.run("DELETE FROM admin_tokens WHERE name = ?", .text(name)) == 1
    }
  }
}

extension SQLiteRow {
  /// The columns name, created_at and expires_at.
  fileprivate var adminToken: AdminToken {
    AdminToken(name: text(0), createdAt: time(1), expiresAt: time(2))
  }
}
