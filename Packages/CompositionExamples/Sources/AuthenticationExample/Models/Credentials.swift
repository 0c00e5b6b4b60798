/// The credentials that a rider types to sign in or to sign up.
public struct Credentials: Equatable, Sendable {
  /// The address of the account.
  public let email: String
  /// The password of the account.
  public let password: String

  /// Creates credentials from what was typed.
  public init(email: String, password: String) {
    self.email = email
    self.password = password
  }
}
