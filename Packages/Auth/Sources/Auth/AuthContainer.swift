public import Core

/// The dependencies of Auth: ports, so that another app brings implementations of its own.
public protocol AuthDependencies: Sendable {
  /// Stores the session between two runs.
  var userSessionDataStore: any UserSessionDataStore { get }
  /// The format in which the session is kept.
  var userSessionCoder: any UserSessionCoding { get }
  /// Opens and revokes sessions.
  var authRemoteAPI: any AuthRemoteAPI { get }
}

/// The process scope's objects that know who is signed in.
public struct AuthContainer: Sendable {
  /// The one repository of the process; two would not see each other's sign-ins in memory.
  public let userSessionRepository: any UserSessionRepository
  private let dataStore: any UserSessionDataStore

  /// Creates the objects for one process; nothing is read yet.
  public init(dependencies: some AuthDependencies) {
    dataStore = dependencies.userSessionDataStore
    userSessionRepository = KooberUserSessionRepository(
      dataStore: dataStore, coder: dependencies.userSessionCoder,
      remoteAPI: dependencies.authRemoteAPI)
  }

  /// Where the session really is, after the build's conditions and what the machine offers.
  public var userSessionStoreDescription: UserSessionStoreDescription {
    get async { await dataStore.description }
  }
}
