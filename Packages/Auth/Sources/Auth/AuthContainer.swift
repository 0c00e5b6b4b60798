public import Core
import FeatureFlags

/// The process scope's objects that know who is signed in.
public struct AuthContainer: Sendable {
  /// The one repository of the process; two would not see each other's sign-ins in memory.
  public let userSessionRepository: any UserSessionRepository
  /// Where the session really is, after the build's conditions.
  public let userSessionStoreDescription: UserSessionStoreDescription

  /// Creates the objects for one process; nothing is read yet.
  ///
  /// A build with the trait `FileBasedUserSessionStore` keeps the session in a file, whatever the
  /// flags choose.
  public init(dependencies: some AuthDependencies) {
    let dataStore = Self.makeUserSessionDataStore(dependencies)
    userSessionStoreDescription = dataStore.description
    userSessionRepository = KooberUserSessionRepository(
      dataStore: dataStore, remoteAPI: CloudAuthRemoteAPI(client: dependencies.cloudClient))
  }

  private static func makeUserSessionDataStore(
    _ dependencies: some AuthDependencies
  ) -> any UserSessionDataStore {
    #if !FileBasedUserSessionStore
      if case .memory = userSessionStoreKind.make(in: dependencies.flagScope) {
        return InMemoryUserSessionDataStore()
      }
    #endif
    return FileUserSessionDataStore(path: dependencies.userSessionFile)
  }
}
