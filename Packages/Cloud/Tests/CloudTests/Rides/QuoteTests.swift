import Basics
import CloudRoutes
import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

struct QuoteTests {
  private let cloud = TestCloud()

  private func request(
    _ request: RideRequest, _ client: CloudClient, _ session: UserSession, key: String? = nil
  ) async throws -> Ride {
    try await client.call(
      CloudAPI.requestRide, body: request, session: session, idempotencyKey: key)
  }

  @Test func `The quoted price is charged, whatever has changed`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let further = Location(nearestTo: -33.95, 151.18)
    let trip = Trip(pickup: .operaHouse, dropoff: further)
    let quoted = try await client.quoted(
      RideRequest(pickup: Waypoint(.operaHouse), dropoff: Waypoint(further), option: .wallabee),
      session: session)
    let before = try await client.call(CloudAPI.rideOptions, parameters: trip, session: session)

    var changed = cloud
    changed.routeModel = StraightLineRouteModel()
    changed.manualClock.advance(by: .seconds(299))
    let after = try await changed.makeClient().call(
      CloudAPI.rideOptions, parameters: trip, session: session)
    let ride = try await request(quoted, changed.makeClient(), session)

    #expect(before.options[0].price != after.options[0].price)
    #expect(ride.price == before.options[0].price)
    #expect(ride.routeModel == "straight-line")
    #expect(ride.request.quote == nil)
  }

  @Test func `An expired quote is refused, and another one can be had`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let quoted = try await client.quotedTrip(session: session)
    cloud.manualClock.advance(by: .seconds(300))

    await expectRefusal(.quoteExpired) { try await request(quoted, client, session) }

    _ = try await client.requestRide(session: session)
  }

  @Test func `What was requested in time is answered again after the quote has expired`()
    async throws
  {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let quoted = try await client.quotedTrip(session: session)
    let ride = try await request(quoted, client, session, key: "a")
    cloud.manualClock.advance(by: .seconds(3600))

    #expect(try await request(quoted, client, session, key: "a").id == ride.id)
    await expectRefusal(.quoteExpired) { try await request(quoted, client, session, key: "b") }
  }

  @Test func `A request that is repeated with another quote is the same ride`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let ride = try await request(
      client.quotedTrip(session: session), client, session, key: "a")
    cloud.manualClock.advance(by: .seconds(1))

    let again = try await request(
      client.quotedTrip(session: session), client, session, key: "a")

    #expect(again.id == ride.id)
  }

  @Test func `A quote is for one rider, one trip and one kind of ride`() async throws {
    let client = cloud.makeClient()
    let johnny = try await client.signUp("Johnny")
    let mary = try await client.signUp("Mary")
    let quoted = try await client.quotedTrip(session: johnny)
    let quote = try #require(quoted.quote)
    let further = Location(nearestTo: -33.9, 151.2)

    for (session, request) in [
      (mary, quoted),
      (johnny, RideRequest(quoted, option: .kangaroo)),
      (johnny, RideRequest(quoted, dropoff: Waypoint(further))),
      (johnny, RideRequest(quoted, pickup: Waypoint(.defaultLocation))),
      (johnny, RideRequest(quoted, quote: "")),
      (johnny, RideRequest(quoted, quote: "zz")),
      (johnny, RideRequest(quoted, quote: String(repeating: "0", count: 96))),
      (johnny, RideRequest(quoted, quote: String(quote.rawValue.dropLast(2)))),
      // A cheaper price, and a later end.
      (johnny, RideRequest(quoted, quote: quote.replacing(31, with: "1"))),
      (johnny, RideRequest(quoted, quote: quote.replacing(7, with: "1"))),
    ] {
      await expectRefusal(.quoteInvalid) { try await self.request(request, client, session) }
    }
    let missing = await expectRefusal(.invalidField) {
      try await request(RideRequest(quoted, quote: nil as String?), client, johnny)
    }
    #expect(missing?.field == "quote")
    _ = try await request(quoted, client, johnny)
  }

  private func expectSharedQuotes(_ stores: [SQLStore]) async throws {
    let clients = stores.map { TestCloud(database: CloudDatabase(store: $0)).makeClient() }
    let session = try await clients[0].signUp("Johnny")
    let quoted = try await clients[0].quotedTrip(session: session)

    let ride = try await request(quoted, clients[1], session)

    #expect(ride.state == .requested)
  }

  @Test func `A quote of one server is known to the others of its file`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")

    try await expectSharedQuotes(
      (0..<2).map { _ in SQLStore.sqlite(.file(path: path), connections: 2) })
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `A quote of one server is known to the others of its PostgreSQL database`() async throws {
    try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
      try await expectSharedQuotes(
        (0..<2).map { _ in SQLStore.postgreSQL(url: url, connections: 2) })
    }
  }

  @Test func `Two databases have two keys`() throws {
    let keys = try (0..<2).map { _ in try SQLStore.sqlite(.memory).signingKey() }

    #expect(keys[0] != keys[1])
  }

  @Test(arguments: [
    (RouteError.noRoad(.start), ErrorResponse.Code.noRoad, "pickup"),
    (.noRoad(.end), .noRoad, "dropoff"), (.noRoad(.between), .noRoad, "dropoff"),
  ])
  func `A trip without a road is the trip's error`(
    error: RouteError, code: ErrorResponse.Code, field: String
  ) async throws {
    var cloud = cloud
    cloud.routeModel = FailingRouteModel(error: error)
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")

    let detail = await expectRefusal(code) { try await client.quotedTrip(session: session) }

    #expect(detail?.field == field)
  }

  @Test func `Without an answer about routes the rider may try again, and nothing is requested`()
    async throws
  {
    var broken = cloud
    broken.routeModel = FailingRouteModel(error: .unavailable(reason: "it sleeps"))
    let client = broken.makeClient()
    let session = try await client.signUp("Johnny")
    let quoted = try await cloud.makeClient().quotedTrip(session: session)

    let error = await #expect(throws: CloudError.self) {
      try await request(quoted, client, session, key: "a")
    }

    guard case .tryAgainLater(let detail, afterSeconds: 1) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(detail.code == .routesUnavailable)
    let ride = try await request(quoted, cloud.makeClient(), session, key: "a")
    // What was requested before is answered without routes.
    #expect(try await request(quoted, client, session, key: "a").id == ride.id)
  }

  @Test func `A session that ends while its ride is planned requests nothing`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let quoted = try await client.quotedTrip(session: session)
    var slow = cloud
    slow.routeModel = InterruptedRouteModel {
      _ = try? await client.call(CloudAPI.signOut, session: session)
    }

    await expectRefusal(.notSignedIn) { try await request(quoted, slow.makeClient(), session) }

    let again = try await client.call(
      CloudAPI.signIn,
      body: Credentials(email: "johnny@example.com", password: Secret("correct horse"))
    )
    await expectRefusal(.notFound) {
      try await client.call(CloudAPI.currentRide, session: again)
    }
  }

  @Test func `A request goes the way of its quote, which is asked for once`() async throws {
    var cloud = cloud
    let model = ChangingRouteModel()
    cloud.routeModel = model
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let quoted = try await client.quotedTrip(session: session)
    let asked = model.questions
    model.corner = Location(nearestTo: -33.9, 151.2)
    cloud.manualClock.advance(by: .seconds(299))

    let ride = try await request(quoted, client, session)

    #expect(model.questions == asked)
    #expect(ride.route == [.operaHouse, ChangingRouteModel.firstCorner, .appleStore])
    cloud.manualClock.advance(by: .seconds(8))
    let accepted = try await client.call(CloudAPI.currentRide, session: session)
    #expect(accepted.approach?.count == 3)
    #expect(accepted.approach?.last == .operaHouse)
  }

  @Test func `Where the plan of a quote is not known, it is made again`() async throws {
    var cloud = cloud
    let model = ChangingRouteModel()
    cloud.routeModel = model
    let session = try await cloud.makeClient().signUp("Johnny")
    let quoted = try await cloud.makeClient().quotedTrip(session: session)
    let asked = model.questions

    let other = cloud.makeClient()
    let ride = try await request(quoted, other, session)

    let askedAgain = model.questions
    #expect(askedAgain > asked)
    #expect(ride.route == [.operaHouse, ChangingRouteModel.firstCorner, .appleStore])
    _ = try await other.call(
      CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: session)
    cloud.manualClock.advance(by: .seconds(1))
    _ = try await request(quoted, other, session)
    #expect(model.questions == askedAgain)
  }

  @Test(arguments: [nil, "b"])
  func `A request that is to be refused is refused before it is planned`(key: String?) async throws
  {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let quoted = try await client.quotedTrip(session: session)
    let first = try await request(quoted, client, session, key: "a")
    var broken = cloud
    broken.routeModel = FailingRouteModel(error: .unavailable(reason: "it sleeps"))
    let other = broken.makeClient()

    await expectRefusal(.rideUnderway) { try await request(quoted, other, session, key: key) }
    await expectRefusal(.idempotencyKeyReused) {
      try await request(
        RideRequest(quoted, dropoff: Waypoint(.appleStore, name: "Store")), other, session, key: "a"
      )
    }
    #expect(try await request(quoted, other, session, key: "a").id == first.id)
  }

  @Test(arguments: [(499_000.0, true), (501_000, false)])
  func `A route that is longer than a ride may be is neither offered nor driven`(
    meters: Double, isAllowed: Bool
  ) async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let quoted = try await client.quotedTrip(session: session)
    let detour = {
      var detour = cloud
      detour.routeModel = DetourModel(meters: meters)
      return detour
    }()

    if isAllowed {
      _ = try await detour.makeClient().quotedTrip(session: session)
      _ = try await request(quoted, detour.makeClient(), session)
    } else {
      let offer = await expectRefusal(.invalidField) {
        try await detour.makeClient().quotedTrip(session: session)
      }
      let ride = await expectRefusal(.invalidField) {
        try await request(quoted, detour.makeClient(), session)
      }
      for refused in [offer, ride] {
        #expect(refused?.field == "dropoff")
        #expect(refused?.message.contains("501 km long; a ride is at most 500 km long") == true)
      }
    }
  }

  @Test func `Without a road to the pick-up the pick-up is wrong`() async throws {
    var cloud = cloud
    cloud.routeModel = UnreachablePickupModel()
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")

    let detail = await expectRefusal(.noRoad) { try await client.quotedTrip(session: session) }

    #expect(detail?.field == "pickup")
  }
}

private struct FailingRouteModel: RouteModel {
  let error: RouteError

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    throw error
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] { throw error }

  func check() async throws(RouteError) { throw error }
  var use: RouteModelUse? { nil }
}

/// A model whose ways go around a corner.
private final class ChangingRouteModel: RouteModel {
  static let firstCorner = Location(nearestTo: -33.86, 151.25)

  private let state = Mutex((corner: firstCorner, questions: 0))
  var questions: Int { state.withLock { $0.questions } }
  var corner: Location {
    get { state.withLock { $0.corner } }
    set { state.withLock { $0.corner = newValue } }
  }

  private func way(from start: Location, to end: Location) -> Route {
    state.withLock { state in
      state.questions += 1
      return Route(corners: [start, state.corner, end], model: "test")
    }
  }

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    way(from: start, to: end)
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] { cars.map { Approach(way(from: $0, to: point)) } }

  func check() async throws(RouteError) {}
  var use: RouteModelUse? { nil }
}

/// A model during whose work something else happens.
private struct InterruptedRouteModel: RouteModel {
  let interruption: @Sendable () async -> Void

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    Route(corners: [start, end], model: "test")
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    await interruption()
    return cars.map { _ in Approach(duration: 60) }
  }

  func check() async throws(RouteError) {}
  var use: RouteModelUse? { nil }
}

/// A model whose ways are long.
private struct DetourModel: RouteModel {
  let meters: Double

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    Route(corners: [start, end], distance: meters, duration: 60, model: "test")
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] { cars.map { _ in Approach(duration: 60) } }

  func check() async throws(RouteError) {}
  var use: RouteModelUse? { nil }
}

private struct UnreachablePickupModel: RouteModel {
  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    Route(corners: [start, end], model: "test")
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] { throw .noRoad(.end) }

  func check() async throws(RouteError) {}
  var use: RouteModelUse? { nil }
}

extension RideRequest {
  fileprivate init(
    _ other: RideRequest, pickup: Waypoint? = nil, dropoff: Waypoint? = nil,
    option: RideOptionKind? = nil
  ) {
    self.init(
      pickup: pickup ?? other.pickup, dropoff: dropoff ?? other.dropoff,
      option: option ?? other.option, quote: other.quote)
  }

  fileprivate init(_ other: RideRequest, quote: String?) {
    self.init(
      pickup: other.pickup, dropoff: other.dropoff, option: other.option,
      quote: quote.map { Identifier($0) })
  }
}

extension Identifier<Quote> {
  /// The identifier with another character at a position.
  fileprivate func replacing(_ position: Int, with character: Character) -> String {
    var characters = Array(rawValue)
    characters[position] = characters[position] == character ? "2" : character
    return String(characters)
  }
}
