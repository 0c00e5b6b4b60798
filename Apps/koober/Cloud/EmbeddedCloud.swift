import Basics
import Cloud
import Commands
import Core
import CoreHTTP

/// The cloud in this process, and what it runs on.
struct EmbeddedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let passwordHashing: PasswordHashingCost
  /// Routes where no engine is asked; one for all scopes, as it reads a city.
  let builtIn: BuiltInRouteModel
  var routeModel: any RouteModel
  /// Asks OSRM for routes; `nil` where nothing says where it is.
  let osrm: OSRMRouteModel?
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
    database = .sqlite(path: folders.cloud)
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
  private lazy var router = CloudContainer(dependencies: cloud).makeRouter()

  init(cloud: EmbeddedCloud) { self.cloud = cloud }

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    do throws(FileError) {
      return try await router.respond(to: request)
    } catch {
      throw .storage(error)
    }
  }

  func stream(
    _ request: CloudRequest, receive: @escaping @Sendable (ServerSentEvent) -> Void
  ) async throws(CloudTransportError) -> CloudResponse {
    do throws(FileError) {
      return try await router.stream(request, receive: receive)
    } catch {
      throw .storage(error)
    }
  }
}
