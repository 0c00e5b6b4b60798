import Basics
import Cloud
import CloudRoutes
import CloudStore
import Console
import Core
import CoreHTTP
import FoundationEssentials

/// The cloud in this process, and what it runs on.
struct EmbeddedCloud: CloudDependencies {
  /// The file of the database.
  let path: String
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let passwordHashing: PasswordHashingCost
  /// Routes where no engine is asked; one for all scopes, as it reads a city.
  let builtIn: BuiltInRouteModel
  var routeModel: any RouteModel
  /// Simulated or real drivers, as the flag of a scope decides.
  var dispatch: (@Sendable () -> RideDispatch)?
  /// Whether rides of real drivers may be under way, found out without an exposure.
  var isDispatching: @Sendable () -> Bool = { false }
  /// Asks OSRM for routes; `nil` where nothing says where it is.
  let osrm: (any RouteModel)?
  /// One run makes one request after the other.
  let workers = WorkerPool(count: 1, waiting: 16)
  let flags: FlagFile?
  /// Exposures to the flags that are built into the program count, too.
  let countsUnknownFlags = true

  init(folders: XDGDirectories, osrm: CloudAddress?, dependency: AppDependency) {
    self.osrm = osrm.map { address in
      OSRMRouteModel(
        transport: HTTPTransport(
          settings: .engine(at: address), wallClock: dependency.wallClock,
          randomBytes: dependency.randomBytes),
        wallClock: dependency.wallClock)
    }
    builtIn = BuiltInRouteModel()
    routeModel = builtIn
    path = folders.cloud
    database = .sqlite(path: path)
    clock = dependency.wallClock
    randomBytes = dependency.randomBytes
    passwordHashing = dependency.passwordHashing
    // The levels of flags, which read the same file, report when it is invalid.
    flags = FlagFile(path: folders.cloudFlags, report: { _ in })
  }
}

/// Hands a request to the cloud's router in this process.
///
/// The router is made with the first request: most of the work of starting the cloud is there, and
/// many commands ask for nothing.
actor EmbeddedTransport: CloudTransport {
  private let cloud: EmbeddedCloud
  private lazy var container = CloudContainer(dependencies: cloud)
  private lazy var transport = RouterTransport(router: container.makeRouter())
  /// A driver of an embedded cloud is silent when the driver's own program is.
  private lazy var dispatcher = container.makeDispatcher(hearingSince: .distantPast)
  /// Whether a ride with a real driver may be under way: whatever the flag says now, it is driven on.
  private var mayDispatch = true
  /// Without a database there is no such ride, and the request that makes one reports what fails of it.
  private var needsRounds: Bool {
    Files.exists(cloud.path) && (mayDispatch || cloud.isDispatching())
  }

  init(cloud: EmbeddedCloud) { self.cloud = cloud }

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    if receive != nil {
      let dispatcher = needsRounds ? dispatcher : nil
      let dispatching = Task { await dispatcher?.run { _ in } }
      defer { dispatching.cancel() }
      return try await transport.send(request, receive: receive)
    }
    await makeRound()
    let response = try await transport.send(request)
    await makeRound()
    return response
  }

  /// Offers rides to drivers, as there is no server that does. What makes it fail makes requests fail,
  /// too, and those say so.
  private func makeRound() async {
    guard needsRounds else { return }
    mayDispatch = (try? await dispatcher.round()) ?? true
  }
}
