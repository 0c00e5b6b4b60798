/// The values that a composition is given from outside of the graph, so that a test can give something else.
public struct Outside: Sendable {
  /// The values that constants of the process are made of: the function `main` sets it before they are used.
  @MainActor public static var ofThisProcess = Outside(
    authRemoteAPI: InMemoryAuthRemoteAPI(),
    userSessionDataStore: FileUserSessionDataStore(path: "koober-session"))

  /// The cloud's accounts.
  public var authRemoteAPI: any AuthRemoteAPI
  /// Where the session is stored, unless a file is forced when the program is compiled.
  public var userSessionDataStore: any UserSessionDataStore
  /// The file that is used then.
  public var sessionFile: String
  /// Decides which ride API a pick-up uses; asked once per pick-up.
  public var rideRemoteAPIVariant: @Sendable () -> RideRemoteAPIVariant

  /// Collects what the graph needs from outside.
  public init(
    authRemoteAPI: any AuthRemoteAPI, userSessionDataStore: any UserSessionDataStore,
    sessionFile: String = "koober-session",
    rideRemoteAPIVariant: @escaping @Sendable () -> RideRemoteAPIVariant = { .grid }
  ) {
    self.authRemoteAPI = authRemoteAPI
    self.userSessionDataStore = userSessionDataStore
    self.sessionFile = sessionFile
    self.rideRemoteAPIVariant = rideRemoteAPIVariant
  }
}
