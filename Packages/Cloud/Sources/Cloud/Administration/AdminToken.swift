public import FoundationEssentials

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
