/// The cloud's accounts.
public protocol AuthRemoteAPI: Sendable {
  /// Opens a session of an existing account.
  func signIn(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession
  /// Creates an account and opens its first session.
  func signUp(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession
}
