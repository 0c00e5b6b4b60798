/// Writes a session as two lines: the address and the token.
public struct LineUserSessionCoder: UserSessionCoding {
  /// Creates the coder.
  public init() {}

  public func encode(_ session: UserSession) -> [UInt8] {
    Array("\(session.email)\n\(session.token)".utf8)
  }

  public func decode(_ bytes: [UInt8]) throws(AuthenticationError) -> UserSession {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 2, let email = String(validating: lines[0], as: UTF8.self),
      let token = String(validating: lines[1], as: UTF8.self)
    else { throw .unreadableSession }
    return UserSession(email: email, token: token)
  }
}
