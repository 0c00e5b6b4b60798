public import FoundationEssentials

/// Keeps what administrators may prove themselves with; never their tokens, only the hashes of them.
package protocol AdminTokenStore: Sendable {
  /// Adds a token.
  ///
  /// - Returns: `false`, and nothing is added, when there is one of that name.
  func addAdminToken(_ token: AdminToken, hash: [UInt8]) throws(StoreFailure) -> Bool

  /// Returns all tokens by name, expired ones too.
  func adminTokens() throws(StoreFailure) -> [AdminToken]

  /// Returns the token that has this hash, expired or not.
  func adminToken(hash: [UInt8]) throws(StoreFailure) -> AdminToken?

  /// Removes a token.
  ///
  /// - Returns: Whether there was one of that name.
  func removeAdminToken(named name: String) throws(StoreFailure) -> Bool
}

/// What is known of an administrator's token.
public struct AdminToken: Codable, Equatable, Sendable {
  /// Who or what uses it; unlike that of any other token.
  public let name: String
  public let createdAt: Date
  public let expiresAt: Date

  package init(name: String, createdAt: Date, expiresAt: Date) {
    self.name = name
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}
