import Cloud
import CloudDomain
import CloudRoutes
import Console
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
    cloud.routeModel = ScopedRouteModel(flagScope: flagScope, cloud: cloud)
    cloud.dispatch = { [flagScope] in dispatch.make(in: flagScope) }
    cloud.isDispatching = { [flagScope] in dispatch.makeUnused(in: flagScope) == .drivers }
    return EmbeddedTransport(cloud: cloud)
  }

  func makeHTTPTransport() -> any CloudTransport {
    networkCloud?.transport ?? MissingCloudTransport()
  }
}

/// The transport when a flag chooses the network but no cloud is configured.
private struct MissingCloudTransport: CloudTransport {
  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) throws(CloudTransportError) -> CloudResponse {
    guard receive == nil else { return .noStream }
    throw .unreachable(
      reason: "the flag cloud-transport is 'http', and neither --cloud nor KOOBER_CLOUD says where")
  }
}

/// The route model that a scope's flag chooses; the exposure is recorded when a route is planned.
private struct ScopedRouteModel: RouteModel {
  let flagScope: FlagScope
  let cloud: EmbeddedCloud

  private var model: any RouteModel { routeModel.make(in: flagScope)(cloud) }

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    try await model.route(from: start, to: end)
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    try await model.approaches(from: cars, to: point)
  }

  func streets(in address: MapTileAddress) async throws(RouteError) -> [MapTile.Street] {
    try await model.streets(in: address)
  }

  func check() async throws(RouteError) { try await model.check() }
  var city: BuiltInCity? { model.city }
  var use: RouteModelUse? { model.use }
}

extension Feature {
  /// The way to the cloud, and the embedded cloud's routes.
  static let cloud = Feature(
    flags: FlagSet(
      document: PackageResources.cloud_flags_json,
      substitutions: [cloudTransportMaker, routeModel, dispatch]))
}

/// Whether the cloud runs in this process or on the network.
let cloudTransportMaker = Substitution<@Sendable (CloudAccess) -> any CloudTransport>(
  flag: "cloud-transport", default: "embedded", product: { $0.makeEmbeddedTransport() },
  alternatives: ["http": { $0.makeHTTPTransport() }])

/// How distances become prices and times.
let routeModel = Substitution<@Sendable (EmbeddedCloud) -> any RouteModel>(
  flag: "route-model", default: "street-grid", product: { $0.builtIn },
  alternatives: [
    "straight-line": { _ in StraightLineRouteModel() },
    "osrm": { $0.osrm ?? MissingRouteModel() },
  ])

/// The kind of drivers in the embedded cloud: simulated ones, or riders who drive.
let dispatch = Substitution<RideDispatch>(
  flag: "dispatch", default: RideDispatch.simulated.rawValue, { .simulated },
  alternatives: ["drivers": { .drivers }])

/// The model when a flag chooses OSRM but nothing says where it is.
private struct MissingRouteModel: RouteModel {
  private var error: RouteError {
    .unavailable(
      reason: "the flag route-model is 'osrm', and KOOBER_OSRM does not say where OSRM is")
  }

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    throw error
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    throw error
  }

  func streets(in address: MapTileAddress) async throws(RouteError) -> [MapTile.Street] {
    throw error
  }

  func check() async throws(RouteError) { throw error }
  var use: RouteModelUse? { nil }
}

/// A cloud on the network, and its local files.
struct NetworkCloud: Sendable {
  /// The one transport, so that all scopes share its connections.
  let transport: FlagFetchingTransport
  /// Gives up after the first attempt.
  let singleAttemptTransport: any CloudTransport
  /// Whether the cloud answers the riders' requests.
  let answers = AnswerNotes()

  /// Creates the transport; `nil` when another cloud is chosen.
  init?(_ selection: CloudSelection, folders: XDGDirectories, dependency: AppDependency) {
    guard case .network(let address) = selection.choice else { return nil }
    var settings = HTTPTransport.Settings(address: address)
    settings.certificateAuthority = selection.certificateAuthority.value
    (settings.answers, settings.longestSilence) = (answers, .seconds(8))
    transport = FlagFetchingTransport(
      transport: HTTPTransport(
        settings: settings, wallClock: dependency.wallClock, randomBytes: dependency.randomBytes),
      cachedFlags: CachedFlags(
        path: folders.flags(of: selection.choice), wallClock: dependency.wallClock))
    (settings.attempts, settings.answers) = (1, nil)
    singleAttemptTransport = HTTPTransport(
      settings: settings, wallClock: dependency.wallClock, randomBytes: dependency.randomBytes)
  }
}
