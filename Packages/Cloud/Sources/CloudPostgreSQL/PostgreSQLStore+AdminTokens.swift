package import Cloud
import Core

extension PostgreSQLStore: AdminTokenStore {
  package func addAdminToken(
    _ token: AdminToken, hash: [UInt8]
  ) throws(StoreFailure) -> Bool {
    try pool.transaction { (connection, mayHaveHappened) throws(PostgreSQLFailure) in
      let added = try connection.run(
        """
        INSERT INTO admin_tokens (name, hash, created_at, expires_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT DO NOTHING
        """, .text(token.name), .bytes(hash), .time(token.createdAt), .time(token.expiresAt))
      guard added.changedCount == 0, mayHaveHappened else { return added.changedCount == 1 }
      // An attempt whose commit was not heard of has added this very token.
      return try connection.first(
        "SELECT 1 FROM admin_tokens WHERE hash = $1", .bytes(hash)
      ) { _ in true } ?? false
    }
  }

  package func adminTokens() throws(StoreFailure) -> [AdminToken] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.all(
        "SELECT name, created_at, expires_at FROM admin_tokens ORDER BY name"
      ) { (row) throws(PostgreSQLFailure) in try row.adminToken() }
    }
  }

  package func adminToken(hash: [UInt8]) throws(StoreFailure) -> AdminToken? {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.first(
        "SELECT name, created_at, expires_at FROM admin_tokens WHERE hash = $1", .bytes(hash)
      ) { (row) throws(PostgreSQLFailure) in try row.adminToken() }
    }
  }

  package func removeAdminToken(named name: String) throws(StoreFailure) -> Bool {
    try pool.transaction { (connection, mayHaveHappened) throws(PostgreSQLFailure) in
      let removed = try connection.run("DELETE FROM admin_tokens WHERE name = $1", .text(name))
      // Nobody knows whether an attempt before has removed the token; gone it is.
      return removed.changedCount == 1 || mayHaveHappened
    }
  }
}

extension PostgreSQLRow {
  /// The columns name, created_at and expires_at.
  fileprivate func adminToken() throws(PostgreSQLFailure) -> AdminToken {
    AdminToken(name: text(0), createdAt: try time(1), expiresAt: try time(2))
  }
}
