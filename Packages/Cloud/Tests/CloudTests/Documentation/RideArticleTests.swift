import Cloud
import CloudDomain
import CloudRoutes
import Core
import CoreTesting
import Testing
@testable import CloudStore

/// The code of the article "Rides as a function of time".
struct RideArticleTests {
  private struct Dependencies: CloudDependencies {
    let database = CloudDatabase.inMemory()
    let clock: any WallClock
    let randomBytes: any RandomBytes = SeededRandomBytes()
    let passwordHashing = PasswordHashingCost.cheapest
    let routeModel: any RouteModel = StreetGridRouteModel()
    let workers = WorkerPool(count: 1, waiting: 16)
  }

  /// A route model may be anything that finds a way.
  private struct DetourRouteModel: RouteModel {
    let corner: Location

    func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
      Route(corners: [start, corner, end], model: "detour")
    }

    func approaches(
      from cars: [Location], to point: Location
    ) async throws(RouteError) -> [Approach?] {
      cars.map { Approach(Route(corners: [$0, corner, point], model: "detour")) }
    }

    func check() async throws(RouteError) {}
    var use: RouteModelUse? { nil }
  }

  @Test func `Moving the clock moves the ride`() async throws {
    let clock = ManualWallClock()
    let container = CloudContainer(dependencies: Dependencies(clock: clock))
    let client = CloudClient(transport: RouterTransport(router: container.makeRouter()))
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    let requested = try await client.requestRide(session: session)

    clock.advance(by: .seconds(8))
    let accepted = try await client.call(CloudAPI.currentRide, session: session)
    clock.advance(by: .seconds(try #require(accepted.secondsUntilPickup)))
    let arrived = try await client.call(CloudAPI.currentRide, session: session)

    #expect(requested.state == .requested)
    #expect(accepted.state == .accepted)
    #expect(arrived.state == .arrived)
    #expect(arrived.car?.plate == accepted.car?.plate)
  }

  @Test func `Another route model is another distance`() async throws {
    let detour = DetourRouteModel(corner: Location(nearestTo: -33.9, 151.2))

    let way = try await detour.route(from: .operaHouse, to: .appleStore)

    let direct = try await StraightLineRouteModel().route(
      from: .operaHouse, to: .appleStore)
    #expect(way.distance > direct.distance)
  }
}
