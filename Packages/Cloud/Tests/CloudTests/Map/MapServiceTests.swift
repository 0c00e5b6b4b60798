import CloudDomain
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudRoutes
@testable import CloudStore

struct MapServiceTests {
  private static let square = MapTileAddress(containing: .operaHouse, zoom: 14)

  private func makeClient(
    _ routeModel: any RouteModel = BuiltInRouteModel()
  ) async throws -> (client: CloudClient, session: UserSession, cloud: TestCloud) {
    var cloud = TestCloud()
    cloud.routeModel = routeModel
    let client = cloud.makeClient()
    return (client, try await client.signUp("Johnny"), cloud)
  }

  @Test func `A square has the streets that rides go along`() async throws {
    let (client, session, _) = try await makeClient()

    let tile = try await client.call(CloudAPI.mapTile, parameters: Self.square, session: session)
    let ride = try await client.requestRide(session: session)

    let streets = tile.streets.map(\.line.points)
    #expect(tile.areas.contains { $0.kind == .water })
    #expect(tile.places.contains { $0.name == "Opera House" })
    #expect(tile.attribution == nil)
    // The ends stand beside a street, and the square ends somewhere.
    let onStreets = ride.route.dropFirst(2).prefix(3)
    #expect(onStreets.count == 3)
    for corner in onStreets {
      #expect(streets.joined().contains { $0.distance(to: corner) < 2 })
    }
  }

  @Test func `A square that has not changed is not sent again`() async throws {
    let (client, session, cloud) = try await makeClient()
    func ask(_ tag: String?) async throws -> TaggedResponse<MapTile>? {
      try await client.callUnlessSame(
        CloudAPI.mapTile, parameters: Self.square, session: session, entityTag: tag)
    }
    let first = try #require(try await ask(nil))

    let tag = try #require(first.entityTag)
    #expect(try await ask(tag) == nil)
    #expect(try await ask("\"another\"")?.response == first.response)
    // Also after the cloud has forgotten it.
    cloud.manualClock.advance(by: .seconds(MapService.lifetime + 1))
    #expect(try await ask(tag) == nil)
  }

  @Test(arguments: [
    MapTileAddress(zoom: 11, x: 0, y: 0), MapTileAddress(zoom: 15, x: 0, y: 0),
    MapTileAddress(zoom: 12, x: 4096, y: 0), MapTileAddress(zoom: 12, x: 0, y: -1),
    MapTileAddress(zoom: .max, x: .max, y: .min),
  ])
  func `A square that does not exist is refused`(square: MapTileAddress) async throws {
    let (client, session, _) = try await makeClient()

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.mapTile, parameters: square, session: session)
    }
    guard case .refused(let detail) = error else { return #expect(Bool(false), "\(error)") }
    #expect(detail.code == .invalidField)
  }

  @Test func `Only riders are shown the map`() async throws {
    let (client, _, _) = try await makeClient()

    await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.mapTile, parameters: Self.square)
    }
  }

  @Test func `Where nothing is known the ground is empty`() async throws {
    let (client, session, _) = try await makeClient(StraightLineRouteModel())

    #expect(
      try await client.call(CloudAPI.mapTile, parameters: Self.square, session: session)
        == MapTile())
  }

  @Test func `An engine that does not answer gives no map, and is asked again`() async throws {
    let (client, session, _) = try await makeClient(UnavailableRouteModel())

    for _ in 0..<2 {
      let error = await #expect(throws: CloudError.self) {
        try await client.call(CloudAPI.mapTile, parameters: Self.square, session: session)
      }
      guard case .tryAgainLater(let detail, _) = error else {
        return #expect(Bool(false), "\(error)")
      }
      #expect(detail.code == .routesUnavailable)
    }
  }

  @Test func `What was imported is on the map beside the built-in city, and not in it`()
    async throws
  {
    let (client, session, cloud) = try await makeClient()
    let vaduz = Location(nearestTo: 47.141, 9.5209)
    try cloud.store.write(
      [vaduz, .operaHouse].map { location in
        MapFeature(
          square: MapTileAddress(containing: location, zoom: 12), id: "\(location)",
          place: MapTile.Place(kind: .city, name: "Imported", location: location))
      })
    func names(_ location: Location) async throws -> [String] {
      let square = MapTileAddress(containing: location, zoom: 14)
      return try await client.call(CloudAPI.mapTile, parameters: square, session: session)
        .places.map(\.name)
    }

    #expect(try await names(vaduz) == ["Imported"])
    #expect(try await !names(.operaHouse).contains("Imported"))
  }

  @Test func `A ride from a point without a name begins near a place`() async throws {
    let (client, session, _) = try await makeClient()
    let request = RideRequest(
      pickup: Waypoint(.defaultLocation), dropoff: Waypoint(.appleStore, name: "Apple Store"),
      option: .wallabee)

    let quoted = try await client.quoted(request, session: session)
    let ride = try await client.call(
      CloudAPI.requestRide, body: quoted, session: session, idempotencyKey: "once")
    let again = try await client.call(
      CloudAPI.requestRide, body: quoted, session: session, idempotencyKey: "once")

    #expect(ride.pickup == Waypoint(.defaultLocation, name: "near Customs House"))
    #expect(ride.dropoff.name == "Apple Store")
    #expect(again == ride)
  }

  @Test(arguments: [("Apple\u{202E} Store", "Apple Store"), ("\u{202E}", "near ")])
  func `Nothing in a name hides or reorders what a driver reads`(
    name: String, beginning: String
  ) async throws {
    let (client, session, _) = try await makeClient()
    let request = RideRequest(
      pickup: Waypoint(.defaultLocation), dropoff: Waypoint(.appleStore, name: name),
      option: .wallabee)

    let ride = try await client.call(
      CloudAPI.requestRide, body: client.quoted(request, session: session), session: session)

    #expect(ride.dropoff.name?.hasPrefix(beginning) == true)
  }

  @Test func `A ride tells the way of the car until it is there`() async throws {
    let (client, session, cloud) = try await makeClient()
    let requested = try await client.requestRide(session: session)
    cloud.manualClock.advance(by: .seconds(10))
    let accepted = try await client.call(CloudAPI.currentRide, session: session)
    cloud.manualClock.advance(by: .seconds(try #require(accepted.secondsUntilPickup)))
    let arrived = try await client.call(CloudAPI.currentRide, session: session)

    #expect(requested.approach == nil)
    let approach = try #require(accepted.approach)
    #expect(approach.last == .operaHouse)
    #expect(arrived.state == .arrived)
    #expect(arrived.approach == nil)
  }

  @Test func `The cars of the city stand on its streets`() async throws {
    let (client, session, _) = try await makeClient()
    let city = BuiltInCity()

    let cars = try await client.call(
      CloudAPI.nearbyCars, parameters: PickupPoint(.defaultLocation), session: session
    ).cars

    #expect(cars.count > 3)
    #expect(cars.allSatisfy { city.onStreet($0.location).distance(to: $0.location) < 1 })
  }
}

/// A model whose program never answers.
private struct UnavailableRouteModel: RouteModel {
  private var error: RouteError { .unavailable(reason: "it is gone") }
  var use: RouteModelUse? { nil }

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    throw error
  }
  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] { throw error }
  func streets(in address: MapTileAddress) async throws(RouteError) -> [MapTile.Street] {
    throw error
  }
  func check() async throws(RouteError) { throw error }
}
