/// Who is signed in: the cloud's answer and the stored session together.
public protocol UserSessionRepository: Sendable {
  /// Returns the session of the last sign-in, or `nil` when there is none.
  func storedSession() throws(AuthenticationError) -> UserSession?
  /// Opens and stores a session.
  func signIn(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession
  /// Creates an account, opens and stores its first session.
  func signUp(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession
  /// Forgets the stored session.
  func signOut() throws(AuthenticationError)
}
