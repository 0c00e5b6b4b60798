/// Asks the cloud, and stores a session before it reports it.
public final class KooberUserSessionRepository: UserSessionRepository {
  private let remoteAPI: any AuthRemoteAPI
  private let dataStore: any UserSessionDataStore
  private let coder: any UserSessionCoding

  /// Creates a repository over a cloud and a store.
  public init(
    remoteAPI: any AuthRemoteAPI, dataStore: any UserSessionDataStore, coder: any UserSessionCoding
  ) {
    self.remoteAPI = remoteAPI
    self.dataStore = dataStore
    self.coder = coder
  }

  public func storedSession() throws(AuthenticationError) -> UserSession? {
    try dataStore.read(using: coder)
  }

  public func signIn(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    let session = try await remoteAPI.signIn(credentials)
    try dataStore.save(session, using: coder)
    return session
  }

  public func signUp(_ credentials: Credentials) async throws(AuthenticationError) -> UserSession {
    let session = try await remoteAPI.signUp(credentials)
    try dataStore.save(session, using: coder)
    return session
  }

  public func signOut() throws(AuthenticationError) { try dataStore.delete() }
}
