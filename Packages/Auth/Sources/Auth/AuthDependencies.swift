/// The dependencies of Auth: ports, so that another app brings implementations of its own.
public protocol AuthDependencies: Sendable {
  /// Stores the session between two runs.
  var userSessionDataStore: any UserSessionDataStore { get }
  /// The format in which the session is kept.
  var userSessionCoder: any UserSessionCoding { get }
  /// Opens and revokes sessions.
  var authRemoteAPI: any AuthRemoteAPI { get }
}
