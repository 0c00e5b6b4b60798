import CloudPostgreSQL
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudStore
@testable import CloudTesting

struct RideCostTests {
  private let cloud = TestCloud()

  private func takeSteps() throws -> Int {
    try cloud.database.store.database.read { connection throws(StoreError) in
      (connection as? SQLiteConnection)?.takeSteps() ?? 0
    }
  }

  @Test func `What a request and its stream cost grows neither with rides nor with time`()
    async throws
  {
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")
    var costs: [Int] = []
    var quoted = try await client.quotedTrip(session: session)
    // More than the events that are kept of each rider.
    for number in 1...(SQLStore.keptEvents + 40) {
      if number.isMultiple(of: 100) { quoted = try await client.quotedTrip(session: session) }
      _ = try takeSteps()
      let ride = try await client.call(CloudAPI.requestRide, body: quoted, session: session)
      _ = try await client.call(
        CloudAPI.ride, parameters: RideReading(ride: ride.id), session: session)
      _ = try await client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: session)
      // As the rider's stream does after each of the two changes.
      for _ in 1...2 {
        _ = try cloud.database.store.liveRides(
          of: session.profile.id, endingAfter: cloud.manualClock.now, changes: 1)
      }
      costs.append(try takeSteps())
      cloud.manualClock.advance(by: .seconds(2))
    }

    #expect(costs[9] > 100)
    // A row more or less may be on another page.
    #expect(costs.dropFirst(9).max() ?? .max <= costs[9] + 40)
  }

  @Test(arguments: StoreUnderTest.allCases.filter { $0 != .sqliteFile })
  func `A request visits as many rows after 100 000 rides as after ten`(
    store: StoreUnderTest
  ) async throws {
    switch store {
    case .sqliteInMemory, .sqliteFile: try await compareCosts(in: cloud)
    case .postgreSQL:
      try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
        // The counters of one connection are complete at any time.
        try await compareCosts(in: TestCloud(database: .postgreSQL(url: url, connections: 1)))
      }
    }
  }

  private func compareCosts(in cloud: TestCloud) async throws {
    let store = cloud.database.store
    let client = cloud.makeClient()
    let session = try await client.signUp("Johnny")

    func costOfRequest() async throws -> (cost: Int, ride: Ride) {
      let quoted = try await client.quotedTrip(session: session)
      let before = try store.visits(after: nil)
      let ride = try await client.call(CloudAPI.requestRide, body: quoted, session: session)
      _ = try await client.call(
        CloudAPI.rideHistory, parameters: PageRequest(limit: 10), session: session)
      _ = try await client.call(
        CloudAPI.cancelRide, parameters: RideCancelling(ride: ride.id), session: session)
      cloud.manualClock.advance(by: .seconds(2))
      return (try store.visits(after: before), ride)
    }

    for _ in 1...9 { _ = try await costOfRequest() }
    let (tenth, ride) = try await costOfRequest()
    try store.copy(ride.id, times: 100_000)
    let last = try await costOfRequest().cost

    #expect(tenth > 5)
    #expect(last <= tenth + tenth / 10)
  }
}

extension SQLStore {
  /// Returns how much was visited after an earlier answer: steps of SQLite's virtual machine, or rows
  /// by the statistics of PostgreSQL.
  func visits(after before: Int?) throws -> Int {
    try database.read { connection throws(StoreError) in
      if let connection = connection as? SQLiteConnection { return connection.takeSteps() }
      // A transaction of its own, at whose end the connection adds what it has counted.
      try connection.execute("SELECT pg_stat_force_next_flush()")
      let visited = SQLStatement(
        once: """
          SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint
          FROM pg_stat_user_tables
          """)
      return try (connection.first(visited) { row in Int(row.integer(0)) } ?? 0) - (before ?? 0)
    }
  }

  /// Stores copies of a ride.
  fileprivate func copy(_ ride: Identifier<Ride>, times count: Int) throws {
    let others = RideColumn.allCases.filter {
      ![.id, .requestKey, .requestFingerprint].contains($0)
    }
    .map { RideColumn.names[Int($0.rawValue)] }.joined(separator: ", ")
    try database.write { (connection, _) throws(StoreError) in
      let isSQLite = connection is SQLiteConnection
      let numbers =
        isSQLite
        ? """
        (WITH RECURSIVE numbers (n) AS
          (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count)) SELECT n FROM numbers)
        """ : "(SELECT n FROM generate_series(1, \(count)) AS series (n))"
      let identifier = isSQLite ? "printf('%032x', n)" : "lpad(to_hex(n), 32, '0')"
      try connection.execute(
        """
        INSERT INTO rides (id, \(others)) SELECT \(identifier), \(others)
          FROM rides CROSS JOIN \(numbers) AS copies WHERE id = '\(ride)'
        """)
      try connection.execute("ANALYZE rides")
    }
  }
}
