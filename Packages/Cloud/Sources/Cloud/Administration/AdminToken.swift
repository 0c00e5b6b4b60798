public import FoundationEssentials

/// An administrator's token.
public struct AdminToken: Codable, Equatable, Sendable {
  /// The unique name of the token's user.
  public let name: String
  public let createdAt: Date
  public let expiresAt: Date
}
