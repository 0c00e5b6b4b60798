import Cloud
import Core
import FeatureFlags

/// What the ways to the cloud are made from, for one scope.
struct CloudAccess: Sendable {
  /// The word with which the program is started to serve the cloud.
  static let serverCommand = "__cloud"

  let cloud: EmbeddedCloud
  /// Absent when the embedded cloud was chosen.
  let networkCloud: NetworkCloud?
  let dependency: AppDependency
  let routeModel: Substitution<any RouteModel>
  let flagScope: FlagScope

  /// The cloud in this process.
  func makeEmbeddedTransport() -> EmbeddedTransport {
    EmbeddedTransport(
      cloud: cloud.planning(
        with: ScopedRouteModel(substitution: routeModel, flagScope: flagScope)))
  }

  /// The cloud in a process of its own, which is told the route model that this scope's flag chose.
  func makeIsolatedTransport() -> IsolatedTransport {
    IsolatedTransport { () throws(CloudProcess.Failure) in
      try CloudProcess(
        program: dependency.program,
        arguments: [Self.serverCommand, routeModel.variant(in: flagScope)],
        environment: dependency.environment)
    }
  }

  /// A cloud on the network.
  func makeHTTPTransport() -> any CloudTransport {
    networkCloud?.transport ?? MissingCloudTransport()
  }
}
