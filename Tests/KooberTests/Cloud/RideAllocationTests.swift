import AllocationProbe
import BasicsTesting
import Core
import CoreTesting
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

/// What a ride asks for in memory, whatever is stored.
struct RideAllocationTests {
  private let clock = ManualWallClock()
  private let database = CloudDatabase.inMemory()
  private let client: CloudClient

  init() {
    let cloud = ServedCloud(database, seed: 1, clock: clock)
    let router = CloudContainer(dependencies: cloud).makeRouter()
    client = CloudClient(transport: RouterTransport(router: router))
  }

  @Test
  func `A request, a history and a cancellation allocate as much after 100 000 rides as after ten`()
    async throws
  {
    let session = try await client.call(CloudAPI.signUp, body: .johnny)
    let request = RideRequest(
      pickup: Waypoint(.operaHouse), dropoff: Waypoint(.appleStore), option: .wallabee)
    let first = try await client.call(
      CloudAPI.requestRide, body: client.quoted(request, session: session), session: session)
    let rider = session.profile.id
    let ride = try #require(try database.store.ride(first.id, of: rider))

    let tenth = try (2...10).map { try allocations(ofRide: $0, like: ride) }.last
    try copy(ride.id, times: 100_000)
    // The first one after the copies reads pages that SQLite keeps from then on.
    let later = try (11...13).map { try allocations(ofRide: $0, like: ride) }.last

    let most = try #require(tenth)
    #expect(most > 100)
    #expect(try #require(later) <= most + most / 10)
  }

  /// Requests another ride like one, reads the newest ten and cancels the ride, all on this thread.
  private func allocations(ofRide number: Int, like ride: RideRecord) throws -> Int {
    let (store, now) = (database.store, clock.now)
    let other = RideRecord(
      id: Identifier("ride-\(number)"), rider: ride.rider, request: ride.request,
      price: ride.price, timetable: ride.timetable, seed: ride.seed, approach: ride.approach,
      route: ride.route, routeModel: ride.routeModel)
    _ = try store.change([.cancellation(of: ride.id, by: ride.rider, at: now)])
    var outcomes: [RideOutcome] = []
    let count = try AllocationProbe.countAllocations {
      outcomes += try store.change([.request(other, key: nil, at: now)])
      _ = try store.rides(of: ride.rider, limit: 10)
      outcomes += try store.change([.cancellation(of: other.id, by: ride.rider, at: now)])
    }
    var cancelled = other
    cancelled.cancelledAt = now.inWholeMilliseconds
    try #require(outcomes == [.done(other), .done(cancelled)])
    return count
  }

  /// Stores copies of a ride.
  private func copy(_ ride: Identifier<Ride>, times count: Int) throws {
    let others = RideColumn.allCases
      .filter { ![.id, .requestKey, .requestFingerprint].contains($0) }
      .map { RideColumn.names[Int($0.rawValue)] }.joined(separator: ", ")
    try database.store.database.write { (connection, _) throws(StoreError) in
      try connection.execute(
        """
        WITH RECURSIVE numbers (n) AS
          (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
        INSERT INTO rides (id, \(others)) SELECT printf('%032x', n), \(others)
          FROM rides CROSS JOIN numbers WHERE id = '\(ride)';
        ANALYZE rides
        """)
    }
  }
}
