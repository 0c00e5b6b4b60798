import Basics
import Core

/// Keeps one session between two runs.
protocol UserSessionDataStore: Sendable {
  var description: UserSessionStoreDescription { get }

  /// Returns the stored session, or `nil` when there is none.
  func readUserSession() async throws(FileError) -> UserSession?

  /// Keeps a session instead of the one before; returns only after it would survive a power cut,
  /// where the store is meant to.
  func save(_ session: UserSession) async throws(FileError)

  /// Forgets the kept session, if there is one.
  func delete() async throws(FileError)
}

/// Where a session is kept, for people and scripts.
public struct UserSessionStoreDescription: Codable, Equatable, Sendable {
  public let kind: String
  /// A path, or a name where the store has none.
  public let location: String
  public let encrypted: Bool

  /// Describes a store.
  public init(kind: String, location: String, encrypted: Bool) {
    self.kind = kind
    self.location = location
    self.encrypted = encrypted
  }
}
