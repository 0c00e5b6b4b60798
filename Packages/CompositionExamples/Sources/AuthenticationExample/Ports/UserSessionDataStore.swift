/// Where the session survives the process.
///
/// The coder is injected into each method: only these calls need it, and the store would
/// otherwise keep it for its whole life.
public protocol UserSessionDataStore: Sendable {
  /// Returns the stored session, or `nil` when there is none.
  func read(using coder: any UserSessionCoding) throws(AuthenticationError) -> UserSession?
  /// Stores the session in place of any other.
  func save(_ session: UserSession, using coder: any UserSessionCoding) throws(AuthenticationError)
  /// Forgets the stored session.
  func delete() throws(AuthenticationError)
}
