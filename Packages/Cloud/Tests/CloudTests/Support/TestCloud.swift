import CloudRoutes
import Core
import CoreTesting
import FoundationEssentials

@testable import Cloud
@testable import CloudStore

/// A cloud in memory, with a clock that stands still and predictable randomness.
struct TestCloud: CloudDependencies {
  let database: CloudDatabase
  let manualClock = ManualWallClock()
  let randomBytes: any RandomBytes = SeededRandomBytes()
  var passwordHashing = PasswordHashingCost.cheapest
  var routeModel: any RouteModel = StreetGridRouteModel()
  var evaluationToken: Secret?
  var dispatch: (@Sendable () -> RideDispatch)?
  var driversNeedApproval = false
  let workers = WorkerPool(count: 1, waiting: 100)
  var reportAuditFailure: @Sendable (String) -> Void = { _ in }

  var clock: any WallClock { manualClock }

  init(database: CloudDatabase = .inMemory()) {
    self.database = database
  }

  /// A client of this cloud, as an app would have one.
  func makeClient(at address: String? = nil) -> CloudClient {
    let router = RouterTransport(router: CloudContainer(dependencies: self).makeRouter())
    let transport = BoundedCloudTransport(AddressedTransport(transport: router, address: address))
    return CloudClient(transport: transport)
  }
}

/// Sends requests as if they came from a network address.
private struct AddressedTransport: CloudTransport {
  let transport: RouterTransport
  let address: String?

  func send(
    _ request: CloudRequest, receive: EventReceiver?
  ) async throws(CloudTransportError) -> CloudResponse {
    var request = request
    request.clientAddress = address
    return try await transport.send(request, receive: receive)
  }
}

extension CloudClient {
  /// Opens an account and returns its session.
  func signUp(_ name: String) async throws -> UserSession {
    try await call(CloudAPI.signUp, body: NewAccount.named(name))
  }

  /// Requests a ride through Sydney for the price that it has now.
  func requestRide(
    _ option: RideOptionKind = .wallabee, session: UserSession, key: String? = nil
  ) async throws -> Ride {
    try await call(
      CloudAPI.requestRide, body: quotedTrip(option, session: session), session: session,
      idempotencyKey: key)
  }

  /// Returns the request of a trip through Sydney, with a quote of now.
  func quotedTrip(
    _ option: RideOptionKind = .wallabee, session: UserSession
  ) async throws -> RideRequest {
    let request = RideRequest(
      pickup: Waypoint(.operaHouse, name: "Opera House"), dropoff: Waypoint(.appleStore),
      option: option)
    return try await quoted(request, session: session)
  }
}

extension NewAccount {
  /// An account with an e-mail made of the name.
  static func named(_ name: String) -> NewAccount {
    NewAccount(
      name: name, nickname: "",
      email: "\(name.lowercased().filter { $0.isASCII && $0 != " " })@example.com",
      mobileNumber: "+61 491 570 156", password: Secret("correct horse"))
  }
}
