public import Basics
public import Core
import FoundationEssentials

/// Stores one encoded session between two runs.
public protocol UserSessionDataStore: Sendable {
  /// Where a session is kept now.
  var description: UserSessionStoreDescription { get async }

  /// Returns the stored content, or `nil` when there is none.
  func read() async throws(FileError) -> [UInt8]?

  /// Keeps a content instead of the one before; returns only after it would survive a power cut,
  /// where the store is meant to.
  func save(_ content: [UInt8]) async throws(FileError)

  /// Forgets the kept content, if there is one.
  func delete() async throws(FileError)
}

/// Where a session is kept, for users and scripts.
public struct UserSessionStoreDescription: Codable, Equatable, Sendable {
  /// The kind of store: "secret-service", "file", "memory".
  public let kind: String
  /// A path, or a name where the store has none.
  public let location: String
  /// Whether the session is encrypted where it is kept.
  public let encrypted: Bool

  public init(kind: String, location: String, encrypted: Bool) {
    (self.kind, self.location, self.encrypted) = (kind, location, encrypted)
  }
}

extension UserSessionStoreDescription: CustomStringConvertible {
  /// The description in one line.
  public var description: String {
    "\(kind), \(location), \(encrypted ? "encrypted" : "not encrypted")"
  }
}

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
