public import Core

/// The process scope's objects that know who is signed in.
public struct AuthContainer: Sendable {
  /// The one repository of the process; two would not see each other's sign-ins in memory.
  public let userSessionRepository: any UserSessionRepository
  /// Where the session really is, after the build's conditions.
  public let userSessionStoreDescription: UserSessionStoreDescription

  /// Creates the objects for one process; nothing is read yet.
  public init(dependencies: some AuthDependencies) {
    let dataStore = Self.makeUserSessionDataStore(dependencies.userSessionStorage)
    userSessionStoreDescription = dataStore.description
    userSessionRepository = KooberUserSessionRepository(
      dataStore: dataStore, remoteAPI: CloudAuthRemoteAPI(client: dependencies.cloudClient))
  }

  private static func makeUserSessionDataStore(
    _ storage: UserSessionStorage
  ) -> any UserSessionDataStore {
    #if FileBasedUserSessionStore
      makeFileUserSessionDataStore(storage)
    #else
      switch storage.kind {
      case .file: makeFileUserSessionDataStore(storage)
      case .memory: InMemoryUserSessionDataStore()
      }
    #endif
  }

  private static func makeFileUserSessionDataStore(
    _ storage: UserSessionStorage
  ) -> FileUserSessionDataStore {
    FileUserSessionDataStore(path: storage.path)
  }
}
