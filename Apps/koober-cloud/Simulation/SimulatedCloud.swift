import Basics
import Cloud
import Core

/// The dependencies of a cloud in this process whose rides are driven by riders.
struct SimulatedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  /// The passwords are known to everyone who knows the seed.
  let passwordHashing = PasswordHashingCost.cheapest
  let routeModel: any RouteModel = BuiltInRouteModel()
  let workers = WorkerPool(count: 4, waiting: 10_000)
  let dispatch: (@Sendable () -> RideDispatch)? = { .drivers }

  /// - Parameter path: The path of the SQLite file.
  init(path: String, clock: any WallClock, randomBytes: any RandomBytes) {
    database = .sqlite(path: path, connections: 4)
    self.clock = clock
    self.randomBytes = randomBytes
  }
}

/// Calls a router in this process.
struct RouterTransport: CloudTransport {
  let router: CloudRouter

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

/// Counts the requests that it passes on.
struct CountingTransport: CloudTransport {
  let base: any CloudTransport
  let registry: SimulationRegistry

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    registry.countCall()
    return try await base.send(request)
  }

  func stream(
    _ request: CloudRequest, receive: @escaping @Sendable (ServerSentEvent) -> Void
  ) async throws(CloudTransportError) -> CloudResponse {
    registry.countCall()
    return try await base.stream(request, receive: receive)
  }
}
