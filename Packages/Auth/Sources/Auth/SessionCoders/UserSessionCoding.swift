import Core
import FoundationEssentials

/// The form in which a session is stored.
protocol UserSessionCoding: Sendable {
  func encode(_ session: UserSession) throws -> Data
  func decode(_ content: Data) throws -> UserSession
}

/// Stores a session as a binary property list.
struct PropertyListUserSessionCoder: UserSessionCoding {
  func encode(_ session: UserSession) throws -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return try encoder.encode(session)
  }

  func decode(_ content: Data) throws -> UserSession {
    try PropertyListDecoder().decode(UserSession.self, from: content)
  }
}

/// Stores a session as a JSON document.
struct JSONUserSessionCoder: UserSessionCoding {
  func encode(_ session: UserSession) throws -> Data {
    try JSONCoding.encode(session)
  }

  func decode(_ content: Data) throws -> UserSession {
    try JSONCoding.decode(UserSession.self, from: content)
  }
}
