import Cloud
import Commands
import Core
import CoreHTTP
import FeatureFlags

/// The dependencies of the transports of one scope.
struct CloudAccess: Sendable {
  let cloud: EmbeddedCloud
  /// Absent when the embedded cloud was chosen.
  let networkCloud: NetworkCloud?
  let flagScope: FlagScope

  func makeEmbeddedTransport() -> EmbeddedTransport {
    var cloud = cloud
    cloud.routeModel = ScopedRouteModel(flagScope: flagScope)
    return EmbeddedTransport(cloud: cloud)
  }

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

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    try await routeModel.make(in: flagScope).route(from: start, to: end)
  }

  func durations(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Double?] {
    try await routeModel.make(in: flagScope).durations(from: cars, to: point)
  }
}

extension Feature {
  /// The way to the cloud, and the embedded cloud's routes.
  static let cloud = Feature(
    flags: FlagSet(
      document: PackageResources.cloud_flags_json,
      substitutions: [cloudTransportMaker, routeModel]))
}

/// Whether the cloud runs in this process or on the network.
let cloudTransportMaker = Substitution<@Sendable (CloudAccess) -> any CloudTransport>(
  flag: "cloud-transport", default: "embedded", product: { $0.makeEmbeddedTransport() },
  alternatives: ["http": { $0.makeHTTPTransport() }])

/// How distances become prices and times.
let routeModel = Substitution<any RouteModel>(
  flag: "route-model", default: "street-grid", { StreetGridRouteModel() },
  alternatives: ["straight-line": { StraightLineRouteModel() }])

/// A cloud on the network, and its local files.
struct NetworkCloud: Sendable {
  /// The one transport, so that all scopes share its connections.
  let transport: FlagFetchingTransport
  /// Gives up after the first attempt.
  let singleAttemptTransport: any CloudTransport

  /// Creates the transport; `nil` when another cloud is chosen.
  init?(_ selection: CloudSelection, folders: XDGDirectories, dependency: AppDependency) {
    guard case .network(let address) = selection.choice else { return nil }
    var settings = HTTPTransport.Settings(address: address)
    settings.certificateAuthority = selection.certificateAuthority
    transport = FlagFetchingTransport(
      transport: HTTPTransport(
        settings: settings, wallClock: dependency.wallClock, randomBytes: dependency.randomBytes),
      cachedFlags: CachedFlags(
        path: folders.flags(of: selection.choice), wallClock: dependency.wallClock))
    settings.attempts = 1
    singleAttemptTransport = HTTPTransport(
      settings: settings, wallClock: dependency.wallClock, randomBytes: dependency.randomBytes)
  }
}
