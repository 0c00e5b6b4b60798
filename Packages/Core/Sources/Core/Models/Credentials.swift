/// The e-mail and password of a sign-in.
public struct Credentials: Codable, Hashable, Sendable {
  public let email: String
  public let password: Secret

  /// Keeps what was typed, unchecked.
  public init(email: String, password: Secret) {
    self.email = email
    self.password = password
  }
}
