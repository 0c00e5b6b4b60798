@_spi(SessionIssuer) public import Core
import FoundationEssentials

/// The format in which a session is kept.
public protocol UserSessionCoding: Sendable {
  /// Returns the bytes to keep.
  func encode(_ session: UserSession) throws -> [UInt8]

  /// Returns the session that these bytes hold.
  ///
  /// - Throws: Any error when they hold none.
  func decode(_ content: [UInt8]) throws -> UserSession
}

/// Encodes a session as JSON.
public struct JSONUserSessionCoder: UserSessionCoding {
  public init() {}

  public func encode(_ session: UserSession) throws -> [UInt8] {
    Array(try JSONCoding.encode(IssuedSession(session)))
  }

  public func decode(_ content: [UInt8]) throws -> UserSession {
    try JSONCoding.decode(IssuedSession.self, from: Data(content)).session
  }
}
