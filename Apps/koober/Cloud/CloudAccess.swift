import Cloud
import Core
import FeatureFlags

/// The dependencies of the transports of one scope.
struct CloudAccess: Sendable {
  let cloud: EmbeddedCloud
  /// Absent when the embedded cloud was chosen.
  let networkCloud: NetworkCloud?
  let flagScope: FlagScope

  /// The cloud in this process.
  func makeEmbeddedTransport() -> EmbeddedTransport {
    EmbeddedTransport(
      cloud: cloud.planning(
        with: ScopedRouteModel(flagScope: flagScope)))
  }

  /// A cloud on the network.
  func makeHTTPTransport() -> any CloudTransport {
    networkCloud?.transport ?? MissingCloudTransport()
  }
}

/// The transport when a flag chooses the network but no cloud is configured.
private struct MissingCloudTransport: CloudTransport {
  func send(_ request: CloudRequest) throws(CloudTransportError) -> CloudResponse {
    throw .unreachable(
      reason: "the flag cloud-transport is 'http', and neither --cloud nor KOOBER_CLOUD says where")
  }
}

/// The route model that a scope's flag chooses; the exposure is recorded when a route is planned.
private struct ScopedRouteModel: RouteModel {
  let flagScope: FlagScope

  func route(from start: Location, to end: Location) -> Route {
    routeModel.make(in: flagScope).route(from: start, to: end)
  }
}
