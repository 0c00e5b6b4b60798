/// How a session becomes bytes and is read back.
public protocol UserSessionCoding: Sendable {
  /// Returns the session as bytes.
  func encode(_ session: UserSession) -> [UInt8]
  /// Returns the session in the bytes, or throws when there is none.
  func decode(_ bytes: [UInt8]) throws(AuthenticationError) -> UserSession
}
