import Basics
import CloudTesting
import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

/// A database from before phases had names and times that have not come were NULL.
struct PhasesMigrationTests {
  private static let never = Date(timeIntervalSince1970: 253_402_300_799)
  private let ann = RiderID("id-of-ann")
  private let ada = RiderID("id-of-ada")
  private let bob = RiderID("id-of-bob")
  private let eve = RiderID("id-of-eve")

  /// Ends of all kinds, and rides under way.
  private var rides: [RideRecord] {
    [
      .sample("simulated", rider: "ann"),
      .sample("cancelled", rider: "ann").cancelled(at: .noon + 50),
      driven("searching"), driven("assigned", .assigned, by: ada, steps: 1),
      driven("trip", .onTrip, by: bob, steps: 4), driven("completed", .ended, by: ada, steps: 5),
      driven("absent", .ended, by: bob, steps: 3, ending: .noShow, fee: 500),
      driven("unserved", .ended, ending: .noDriver),
    ]
  }

  private var offer: OfferRecord {
    OfferRecord(
      id: Identifier("open"), ride: Identifier("searching"), driver: eve, state: .open,
      expiresAt: .noon + 15, seconds: 60, approach: [.defaultLocation, .operaHouse])
  }

  /// - Parameter steps: The number of the times that have come.
  private func driven(
    _ id: String, _ phase: DrivenRecord.Phase = .searching, by driver: RiderID? = nil,
    steps: Int = 0, ending: RideCancellation.Reason? = nil, fee: Int? = nil
  ) -> RideRecord {
    var ride = RideRecord.searching(id, rider: ann, at: .noon)
    let times: [WritableKeyPath<RideTimetable, Date?>] = [
      \.accepted, \.arriving, \.arrived, \.boarded, \.completed,
    ]
    for (index, time) in times.prefix(steps).enumerated() {
      ride.timetable[keyPath: time] = .noon + Double(index + 1)
    }
    ride.cancelledAt = ending.map { _ in .noon + 600 }
    ride.driven?.phase = phase
    ride.driven?.driver = driver
    ride.driven?.plan.name = driver?.rawValue
    ride.driven?.car = driver.map { _ in .operaHouse }
    ride.driven?.ending = ending
    ride.driven?.fee = fee
    return ride
  }

  @Test(arguments: StoreUnderTest.onDisk)
  func `Rides of every kind survive, and dispatch goes on`(kind: StoreUnderTest) throws {
    try withOlderStore(kind) { (store) throws in
      for ride in rides { #expect(try store.ride(ride.id, of: ride.rider) == ride) }
      #expect(try store.offers(to: eve) == [offer])
      #expect(try Set(rides.map(\.rider)).flatMap { try store.ratings(by: $0) }.map(\.stars) == [4])
      #expect(try store.linkedRide(tokenHash: [7])?.ride == rides[3])
      #expect(try store.inbox(of: bob, limit: 9).map(\.post.ride) == [rides[4]])

      let now = Date.noon + 9
      let accept = RideEvent.accept(offer.id, name: "Eve")
      let (arrive, complete) = (
        RideEvent.advance(Identifier("assigned"), .arrive),
        RideEvent.advance(Identifier("trip"), .complete)
      )
      for (event, driver) in [(accept, eve), (arrive, ada), (complete, bob)] {
        #expect(try store.apply(event, by: driver) { now } == nil)
      }
      func times(of ride: String) throws -> RideTimetable? {
        try store.ride(Identifier(ride), of: ann)?.timetable
      }
      #expect(try times(of: "searching") == RideTimetable(requested: .noon, accepted: now))
      #expect(try times(of: "assigned")?.arrived == now)
      #expect(try times(of: "trip")?.completed == now)
      // The constraints hold as before.
      for change in [
        "phase = 'later'", "driver = NULL", "driver = 'id-of-ada', phase = 'onTrip'",
      ] {
        #expect(throws: StoreError.self) {
          try store.database.write { (connection, _) throws(StoreError) in
            try connection.execute("UPDATE rides SET \(change) WHERE id = 'searching'")
          }
        }
      }
    }
  }

  private func withOlderStore(
    _ kind: StoreUnderTest, _ test: (SQLStore) throws -> Void
  ) throws {
    guard kind == .postgreSQL else {
      let folder = try TemporaryFolder()
      defer { extendLifetime(folder) }
      let path = folder.path(of: "cloud.sqlite")
      try PrivateDatabaseFile.create(path: path)
      let connection = try SQLiteConnection(path: path)
      try prepare(connection)
      try connection.execute(
        """
        PRAGMA user_version = \(SQLiteSchema.formatVersion);
        PRAGMA application_id = \(SQLiteSchema.applicationID)
        """)
      return try test(.sqlite(.file(path: path)))
    }
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let connection = try PostgreSQLConnection(url: url)
      try connection.execute("BEGIN")
      try prepare(connection)
      try connection.execute("COMMIT")
      try test(.postgreSQL(url: url, connections: 1))
    }
  }

  /// Writes the rows as they were before the step.
  private func prepare(_ connection: any SQLConnection) throws {
    try connection.migrate(from: [Migration.phases.name])
    func insert(_ table: String, _ row: KeyValuePairs<String, any SQLConvertible>) throws {
      let values = row.map { ":\($0.key)" }.joined(separator: ", ")
      let names = values.replacing(":", with: "")
      try connection.run(
        SQLStatement(once: "INSERT INTO \(table) (\(names)) VALUES (\(values))"),
        row.reduce([:]) { $0.adding($1.key, $1.value) })
    }
    for name in ["ann", "ada", "bob", "eve"] {
      try insert(
        "accounts",
        [
          "id": "id-of-\(name)", "email": "\(name)@example.com", "name": name, "nickname": name,
          "mobile_number": "1", "password_hash": "", "created_at": Date.noon,
        ])
      guard name != "ann" else { continue }
      try insert(
        "drivers",
        [
          "rider": "id-of-\(name)", "plate": name, "model": "Mazda 2", "kind": "wallabee",
          "shift_at": Date.noon, "latitude": Location.operaHouse.latitude,
          "longitude": Location.operaHouse.longitude, "positioned_at": Date.noon,
        ])
    }
    let phases: [DrivenRecord.Phase?] = [nil, .searching, .assigned, .onTrip, .ended]
    for ride in rides {
      let (times, driven) = (ride.timetable, ride.driven)
      try insert(
        "rides",
        [
          "id": ride.id, "rider": ride.rider, "request": try SQLValue.json(ride.request),
          "currency": ride.price.currency, "price": ride.price.minorUnits,
          "requested_at": times.requested, "accepted_at": times.accepted ?? Self.never,
          "arriving_at": times.arriving ?? Self.never, "arrived_at": times.arrived ?? Self.never,
          "boarded_at": times.boarded ?? Self.never,
          "completed_at": times.completed ?? Self.never, "cancelled_at": ride.cancelledAt,
          "seed": Int64(bitPattern: ride.seed), "approach": PathCoding.encode(ride.approach),
          "route": PathCoding.encode(ride.route), "route_model": ride.routeModel,
          "driver": driven?.driver, "driven": try SQLValue.json(driven?.plan),
          "car": (driven?.car).map { PathCoding.encode([$0]) }, "searched_at": driven?.searchedAt,
          "ending": driven?.ending?.rawValue, "fee": driven?.fee,
          "dispatch": phases.firstIndex(of: driven?.phase),
        ])
    }
    try insert(
      "offers",
      [
        "id": offer.id, "ride": offer.ride, "driver": offer.driver, "state": "open",
        "expires_at": offer.expiresAt, "seconds": offer.seconds,
        "approach": PathCoding.encode(offer.approach),
      ])
    try insert("ratings", ["ride": "completed", "side": "rider", "stars": 4])
    try insert("ride_links", ["token_hash": [7] as [UInt8], "ride": "assigned"])
    try insert(
      "posts",
      [
        "id": "post", "author": ann, "text": "", "ride": "trip", "created_at": Date.noon,
      ])
    try insert("shares", ["recipient": bob, "post": "post", "shared_at": Date.noon])
  }
}
