import Cloud
import Core
import FeatureFlags

/// What the ways to the cloud are made from, for one scope.
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

/// Stands where a flag wants the network and nobody has said which cloud.
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
