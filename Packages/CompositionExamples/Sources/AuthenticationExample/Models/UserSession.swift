/// Proof that a rider is signed in.
public struct UserSession: Equatable, Sendable {
  /// The address the rider signed up with.
  public let email: String
  /// The token that the cloud accepts as this rider.
  public let token: String

  /// Creates a session from its parts.
  public init(email: String, token: String) {
    self.email = email
    self.token = token
  }
}
