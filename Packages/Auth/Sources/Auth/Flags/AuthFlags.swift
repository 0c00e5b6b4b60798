public import Basics
public import FeatureFlags

extension FlagSet {
  /// The flags of who is signed in.
  public static let auth = FlagSet(
    document: PackageResources.auth_flags_json, substitutions: [userSessionStore],
    decidedByBuild: decidedByBuild)

  private static var decidedByBuild: FlagOverrides {
    #if FileBasedUserSessionStore
      [userSessionStore.flag: "file"]
    #else
      [:]
    #endif
  }
}

/// Where the session is kept between two runs.
let userSessionStore = Substitution<@Sendable (UserSessionPlace) -> any UserSessionDataStore>(
  flag: "user-session-store", default: "secret-service",
  product: { SecretUserSessionDataStore(path: $0.path, hasSessionBus: $0.hasSessionBus) },
  alternatives: [
    "file": { FileUserSessionDataStore(path: $0.path) },
    "memory": { _ in InMemoryUserSessionDataStore() },
  ])

/// The place that the stores are made for.
struct UserSessionPlace: Sendable {
  let path: String
  let hasSessionBus: Bool
}

/// The store that the flags of an installation choose; the exposure is recorded when a session is
/// kept in it.
///
/// A build with the trait `FileBasedUserSessionStore` keeps the session in a file, whatever the flags
/// choose and the machine offers.
public struct ChosenUserSessionDataStore: UserSessionDataStore {
  private let flagScope: FlagScope
  private let store: any UserSessionDataStore

  /// Chooses the store; nothing is read yet.
  ///
  /// - Parameters:
  ///   - flagScope: The flags of the installation.
  ///   - path: The path of the file, where the session is kept in one; it ends in `.json`.
  ///   - hasSessionBus: Whether the process belongs to a desktop.
  public init(flagScope: FlagScope, path: String, hasSessionBus: Bool) {
    self.flagScope = flagScope
    #if FileBasedUserSessionStore
      store = FileUserSessionDataStore(path: path)
    #else
      store = userSessionStore.makeUnused(in: flagScope)(
        UserSessionPlace(path: path, hasSessionBus: hasSessionBus))
    #endif
  }

  public var description: UserSessionStoreDescription { get async { await store.description } }
  public func read() async throws(FileError) -> [UInt8]? { try await store.read() }

  public func save(_ content: [UInt8]) async throws(FileError) {
    #if !FileBasedUserSessionStore
      userSessionStore.recordUse(in: flagScope)
    #endif
    try await store.save(content)
  }

  public func delete() async throws(FileError) { try await store.delete() }
}
