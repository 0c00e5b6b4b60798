import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain

struct RideServiceTests {
  private let cloud = TestCloud()

  @Test func `A requested ride keeps what its option promised`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let trip = Trip(pickup: .operaHouse, dropoff: .appleStore)

    let options = try await client.call(
      CloudAPI.rideOptions, parameters: trip, session: session
    ).options
    let ride = try await client.requestRide(.wallaroo, session: session)

    let option = try #require(options.first { $0.id == .wallaroo })
    #expect(options.map(\.id) == [.wallabee, .wallaroo, .kangaroo])
    #expect(ride.state == .requested)
    #expect(ride.price == option.price)
    #expect(ride.secondsUntilPickup == option.secondsUntilPickup)
    #expect(ride.pickup == Waypoint(.operaHouse, name: "Opera House"))
    #expect(ride.route.first == .operaHouse)
    #expect(ride.route.last == .appleStore)
  }

  @Test func `A rider has one current ride`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let ride = try await client.requestRide(session: session)

    let detail = await expectRefusal(.rideUnderway) {
      try await client.requestRide(session: session)
    }

    #expect(detail?.message.contains(ride.id.rawValue) == true)
    #expect(try await client.call(CloudAPI.currentRide, session: session) == ride)
  }

  @Test func `Another ride can be requested once the first has ended`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let first = try await client.requestRide(session: session)
    cloud.manualClock.advance(by: .seconds(try #require(first.secondsUntilDropoff)))

    let second = try await client.requestRide(session: session)

    let history = try await client.call(
      CloudAPI.rideHistory, parameters: PageRequest(limit: 10), session: session)
    #expect(history.rides.map(\.id) == [second.id, first.id])
    #expect(history.rides.map(\.state) == [.requested, .completed])
  }

  @Test(arguments: [0, 1001])
  func `A page has one to a thousand rides`(limit: Int) async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")

    let detail = await expectRefusal(.invalidField) {
      try await client.call(
        CloudAPI.rideHistory, parameters: PageRequest(limit: limit), session: session)
    }

    #expect(detail?.field == "limit")
  }

  @Test func `A repeated request with its key is the same ride, also when it has ended`()
    async throws
  {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let request = try await client.quotedTrip(session: session)
    @Sendable func send() async throws -> Ride {
      try await client.call(
        CloudAPI.requestRide, body: request, session: session, idempotencyKey: "a")
    }
    let ride = try await send()

    #expect(try await send() == ride)
    cloud.manualClock.advance(by: .seconds(100_000))
    let ended = try await send()

    #expect(ended.id == ride.id)
    #expect(ended.state == .completed)
  }

  @Test func `A key belongs to one request of one rider`() async throws {
    let client = cloud.makeClient()
    let johnny = try await client.signUp("Johnny")
    let mary = try await client.signUp("Mary")
    let ride = try await client.requestRide(session: johnny, key: "a")

    await expectRefusal(.idempotencyKeyReused) {
      try await client.requestRide(.kangaroo, session: johnny, key: "a")
    }
    #expect(try await client.requestRide(session: mary, key: "a").id != ride.id)
  }

  @Test func `A client that has the ways of a ride is told the rest`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let ride = try await client.requestRide(session: session)
    cloud.manualClock.advance(by: .seconds(10))

    let whole = try await client.call(
      CloudAPI.ride, parameters: RideReading(ride: ride.id), session: session)
    let short = try await client.call(
      CloudAPI.ride, parameters: RideReading(ride: ride.id, ways: false), session: session)

    #expect(short.route == [] && short.approach == nil)
    #expect(short.taking(waysOf: whole) == whole)
  }

  @Test func `A cancelled ride stays cancelled, and another can be requested`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let ride = try await client.requestRide(session: session)
    let parameters = RideCancelling(ride: ride.id)

    let cancelled = try await client.call(
      CloudAPI.cancelRide, parameters: parameters, session: session)
    cloud.manualClock.advance(by: .seconds(60))
    let again = try await client.call(
      CloudAPI.cancelRide, parameters: parameters, session: session)

    #expect(cancelled.state == .cancelled)
    #expect(again == cancelled)
    _ = try await client.requestRide(session: session)
  }

  @Test func `A ride cannot be cancelled once the rider is in the car`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    let ride = try await client.requestRide(session: session)
    let untilPickup = try #require(ride.secondsUntilPickup)
    cloud.manualClock.advance(by: .seconds(untilPickup + 45))

    await expectRefusal(.rideNotCancellable) {
      try await client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: session)
    }
  }

  @Test(arguments: [
    (Location.operaHouse, "is the pick-up"),
    (Location(nearestTo: 51.5, 0), "500 km"),
  ])
  func `A trip of no length and an endless one are refused`(
    dropoff: Location, reason: String
  ) async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")

    let detail = await expectRefusal(.invalidField) {
      try await client.call(
        CloudAPI.rideOptions, parameters: Trip(pickup: .operaHouse, dropoff: dropoff),
        session: session)
    }

    #expect(detail?.field == "dropoff")
    #expect(detail?.message.contains(reason) == true)
  }

  @Test func `Without a ride there is no current one`() async throws {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")

    await expectRefusal(.notFound) {
      try await client.call(CloudAPI.currentRide, session: session)
    }
  }
}
