import Basics
import CloudRoutes
import Core
import CoreHTTP
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud

private let engine = EnvironmentVariables.all["KOOBER_TEST_OSRM"].flatMap {
  try? CloudAddress(parsing: $0)
}

/// Requests a ride on the town of streets that `.ci/osrm` makes.
@Suite(.enabled(if: engine != nil, "KOOBER_TEST_OSRM names no engine"))
struct OSRMRideTests {
  @Test func `All options of a trip need one way and one table`() async throws {
    let transport = RecordingTransport(
      transport: HTTPTransport(
        settings: HTTPTransport.Settings(address: try #require(engine)),
        wallClock: SystemWallClock(), randomBytes: SystemRandomBytes()))
    var cloud = TestCloud()
    cloud.routeModel = OSRMRouteModel(transport: transport, wallClock: SystemWallClock())
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let request = RideRequest(
      pickup: Waypoint(Location(nearestTo: 47.01, 9.51)),
      dropoff: Waypoint(Location(nearestTo: 47.03, 9.53)), option: .wallaroo)

    let quoted = try await client.quoted(request, session: session)
    #expect(transport.services.withLock { $0 } == ["route", "table"])
    let ride = try await client.call(CloudAPI.requestRide, body: quoted, session: session)

    // The corners of the way of the car to the pick-up alone are not known.
    #expect(transport.services.withLock { $0 }.dropFirst(2) == ["route"])
    #expect(ride.routeModel == "osrm")
  }
}

/// Keeps the services that were asked.
private final class RecordingTransport: RequestTransport {
  let transport: HTTPTransport
  let services = Mutex<[String]>([])

  init(transport: HTTPTransport) { self.transport = transport }

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    services.withLock { $0.append(request.path[0]) }
    return try await transport.send(request)
  }
}
