import Core
public import FoundationEssentials

extension SQLStore {
  /// Adds a token; returns `false`, and adds nothing, when there is one of that name.
  package func addAdminToken(_ token: AdminToken, hash: [UInt8]) throws(StoreError) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      let added = try connection.run(Statements.add, token.row(hash: hash))
      guard added == 0, mayHaveHappened else { return added == 1 }
      // An attempt whose commit was not heard of may have added this very token.
      return try connection.hasRow(Statements.byHash, ["hash": hash])
    }
  }

  /// Returns all tokens by name, expired ones too.
  package func adminTokens() throws(StoreError) -> [AdminToken] {
    try all(Statements.all, read: AdminToken.init)
  }

  /// Returns the token that has this hash, expired or not.
  package func adminToken(hash: [UInt8]) throws(StoreError) -> AdminToken? {
    try first(Statements.byHash, ["hash": hash], read: AdminToken.init)
  }

  /// Removes a token; returns whether there was one of that name.
  package func removeAdminToken(named name: String) throws(StoreError) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      // Whether an attempt before has removed the token is not known; it is gone.
      try connection.run(Statements.remove, ["name": name]) == 1 || mayHaveHappened
    }
  }
}

/// An administrator's token.
public struct AdminToken: Codable, Equatable, Sendable {
  /// The unique name of the token's user.
  public let name: String
  public let createdAt: Date
  public let expiresAt: Date

  package init(name: String, createdAt: Date, expiresAt: Date) {
    self.name = name
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}

private enum Statements {
  static let add = AdminTokenColumn.insert("ON CONFLICT DO NOTHING")
  static let all = AdminTokenColumn.select("ORDER BY name")
  static let byHash = AdminTokenColumn.select("WHERE hash = :hash")
  static let remove: SQLStatement = "DELETE FROM admin_tokens WHERE name = :name"
}

private enum AdminTokenColumn: Int32, SQLColumn {
  case name, hash, createdAt, expiresAt
  static let table = "admin_tokens"
}

extension AdminToken {
  fileprivate init(_ row: any SQLRow) {
    let row = row.columns(AdminTokenColumn.self)
    self.init(
      name: row.text(.name), createdAt: row.time(.createdAt), expiresAt: row.time(.expiresAt))
  }

  fileprivate func row(hash: [UInt8]) -> SQLArguments {
    AdminTokenColumn.row([.name: name, .hash: hash, .createdAt: createdAt, .expiresAt: expiresAt])
  }
}
