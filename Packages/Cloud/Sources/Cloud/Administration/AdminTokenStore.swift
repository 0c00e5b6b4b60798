public import FoundationEssentials

/// Stores administrators' tokens; of the secrets only the hashes.
package protocol AdminTokenStore: Sendable {
  /// Adds a token.
  ///
  /// - Returns: `false`, and nothing is added, when there is one of that name.
  func addAdminToken(_ token: AdminToken, hash: [UInt8]) throws(StoreError) -> Bool

  /// Returns all tokens by name, expired ones too.
  func adminTokens() throws(StoreError) -> [AdminToken]

  /// Returns the token that has this hash, expired or not.
  func adminToken(hash: [UInt8]) throws(StoreError) -> AdminToken?

  /// Removes a token.
  ///
  /// - Returns: Whether there was one of that name.
  func removeAdminToken(named name: String) throws(StoreError) -> Bool
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
