public import Core
import FoundationEssentials

/// The format in which a session is kept.
///
/// A coder cannot open what it decodes; the repository does.
public protocol UserSessionCoding: Sendable {
  /// Returns the bytes to keep.
  func encode(_ session: IssuedSession) throws -> [UInt8]

  /// Returns the session that these bytes hold.
  ///
  /// - Throws: Any error when they hold none.
  func decode(_ content: [UInt8]) throws -> IssuedSession
}

/// Encodes a session as JSON.
public struct JSONUserSessionCoder: UserSessionCoding {
  public init() {}

  public func encode(_ session: IssuedSession) throws -> [UInt8] {
    Array(try JSONCoding.encode(session))
  }

  public func decode(_ content: [UInt8]) throws -> IssuedSession {
    try JSONCoding.decode(IssuedSession.self, from: Data(content))
  }
}
