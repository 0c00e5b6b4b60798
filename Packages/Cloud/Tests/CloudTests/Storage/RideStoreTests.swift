import Basics
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct RideStoreTests {
  private let ann = Identifier<RiderProfile>("id-of-ann")
  private let bob = Identifier<RiderProfile>("id-of-bob")
  private let key = RequestKey(key: "key", fingerprint: [1, 2])

  @Test(arguments: StoreUnderTest.allCases)
  func `A ride comes back as it was added`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let ride = RideRecord.sample("a", rider: "ann")
      let later = RideRecord.sample(
        "b", rider: "ann", requestedAt: .noon + 1000, named: "Łódź 東京 '\"")

      #expect(try store.addRide(ride, key: nil, now: .noon) == .done(ride))
      #expect(try store.addRide(later, key: nil, now: .noon + 1000) == .done(later))

      #expect(try store.ride(ride.id, of: ann) == ride)
      #expect(try store.ride(later.id, of: ann) == later)
      #expect(try store.rides(of: ann, limit: 10) == [later, ride])
      #expect(try store.rides(of: ann, limit: 1) == [later])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A ride that is known is read as its row has it now`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let ride = RideRecord.sample("ride-1", rider: "ann")
      _ = try store.addRide(ride, key: nil, now: .noon)
      #expect(try store.ride(ride.id, of: ann)?.terms === store.ride(ride.id, of: ann)?.terms)
      let changes: [(String, @Sendable (RideRecord) -> Bool)] = [
        ("price = 999", { $0.price.minorUnits == 999 }),
        ("currency = 'NZD'", { $0.price.currency == "NZD" }),
        ("route = approach", { $0.route == ride.approach }),
        ("route_model = 'other'", { $0.routeModel == "other" }),
        ("seed = 77", { $0.seed == 77 }),
        ("requested_at = requested_at - 1000", { $0.timetable.requested < .noon }),
        ("request = replace(request, 'wallaroo', 'kangaroo')", { $0.request.option == .kangaroo }),
      ]
      for (change, isChanged) in changes {
        try store.database.write { (connection, _) throws(StoreError) in
          try connection.execute("UPDATE rides SET \(change)")
        }
        #expect(try store.ride(ride.id, of: ann).map(isChanged) == true, "\(change)")
      }
    }
  }

  @Test(
    arguments: StoreUnderTest.allCases,
    [
      "rides SET completed_at = 9223372036854775807",
      "rides SET requested_at = -9223372036854775808",
      "rides SET completed_at = 5", "rides SET boarded_at = NULL", "rides SET price = -1",
      "rides SET price = 9000000000000000", "rides SET route = x'00'",
      "accounts SET created_at = 9223372036854775807",
      "sessions SET expires_at = 9223372036854775807",
    ])
  func `A value that no version has written is told with its place`(
    kind: StoreUnderTest, change: String
  ) throws {
    let table = String(change.prefix { $0 != " " })
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      _ = try store.addRide(.sample("ride-1", rider: "ann"), key: nil, now: .noon)
      // What is known of a ride hides nothing.
      #expect(try store.rides(of: ann, limit: 9).count == 1)
      try store.database.write { (connection, _) throws(StoreError) in
        // PostgreSQL writes bytes otherwise.
        let bytes = connection.dialect.hasConcurrentWriters ? "'\\x00'" : "x'00'"
        let change = change.replacing("x'00'", with: bytes)
        try connection.execute("UPDATE \(change)")
      }
      let error = #expect(throws: StoreError.self) {
        switch table {
        case "rides": _ = try store.rides(of: ann, limit: 9)
        case "accounts": _ = try store.account(of: ann)
        default: _ = try store.sessions(of: ann)
        }
      }
      #expect(error?.reason.contains(table == "rides" ? "ride-1" : "\(table).") == true)
      if case .file(let failure)? = error {
        #expect(failure.kind == .corrupt)
        #expect(failure.remedy.contains("row"))
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A ride comes with the session of its rider`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let ride = RideRecord.sample("a", rider: "ann")
      let later = RideRecord.sample("b", rider: "ann", requestedAt: .noon + 1000)
      _ = try store.addRide(ride, key: nil, now: .noon)
      _ = try store.addRide(later, key: nil, now: .noon + 1000)

      #expect(try store.ride(ride.id, ofSession: session("ann")) == (.sample("ann"), ride))
      #expect(try store.ride(nil, ofSession: session("ann")) == (.sample("ann"), later))
      #expect(try store.ride(ride.id, ofSession: [0]) == (nil, nil))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Rides of many sessions come in the order of the queries`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      let names = (0..<5).map { "\($0)" }
      for name in names {
        try store.addRider(name)
        _ = try store.addRide(.sample("r\(name)", rider: name), key: nil, now: .noon)
      }
      let queries = names.map { name in
        SessionRideQuery(id: Identifier("r\(name)"), tokenHash: session(name))
      }
      let unknown = SessionRideQuery(id: nil, tokenHash: [0])

      let found = try store.rides(ofSessions: [unknown] + queries.reversed())

      #expect(found.map(\.0) == [nil] + names.reversed().map { .sample($0) })
      #expect(found.map(\.1) == [nil] + names.reversed().map { .sample("r\($0)", rider: $0) })
      #expect(try store.rides(ofSessions: []).isEmpty)
    }
  }

  private func session(_ rider: String) -> [UInt8] { SessionRecord.sample(rider).tokenHash }

  @Test(arguments: StoreUnderTest.allCases)
  func `A rider does not see the rides of another`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      let ride = RideRecord.sample("a", rider: "ann")
      _ = try store.addRide(ride, key: nil, now: .noon)

      #expect(try store.ride(ride.id, of: bob) == nil)
      #expect(try store.ride(ride.id, ofSession: session("bob")) == (.sample("bob"), nil))
      #expect(try store.ride(nil, ofSession: session("bob")) == (.sample("bob"), nil))
      #expect(try store.rides(of: bob, limit: 10) == [])
      #expect(try store.cancelRide(ride.id, of: bob, at: .noon) == nil)
      #expect(try store.ride(ride.id, of: ann) == ride)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `The current ride blocks another until it ends`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      let first = RideRecord.sample("a", rider: "ann")
      let second = RideRecord.sample("b", rider: "ann", requestedAt: .noon + 1000)
      _ = try store.addRide(first, key: nil, now: .noon)

      #expect(
        try store.addRide(second, key: nil, now: .noon + 999.999)
          == .refused(.underway(first.id, .onTrip)))
      #expect(try store.addRide(second, key: nil, now: .noon + 1000) == .done(second))
      let other = RideRecord.sample("c", rider: "bob")
      #expect(try store.addRide(other, key: nil, now: .noon) == .done(other))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A repeated request is the same ride, before all else`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      let ride = RideRecord.sample("a", rider: "ann")
      _ = try store.addRide(ride, key: key, now: .noon)

      let again = RideRecord.sample("b", rider: "ann")
      let changed = RequestKey(key: "key", fingerprint: [1, 3])
      #expect(try store.addRide(again, key: key, now: .noon) == .done(ride))
      #expect(try store.addRide(again, key: key, now: .noon + 5000) == .done(ride))
      #expect(try store.addRide(again, key: changed, now: .noon) == .refused(.keyReused))
      let other = RideRecord.sample("c", rider: "bob")
      #expect(try store.addRide(other, key: key, now: .noon) == .done(other))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A ride is cancelled once, and not once it is boarded`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let ride = RideRecord.sample("a", rider: "ann")
      _ = try store.addRide(ride, key: nil, now: .noon)

      #expect(try store.cancelRide(ride.id, of: ann, at: .noon + 100) == ride)
      let cancelled = ride.cancelled(at: .noon + 99)
      #expect(try store.cancelRide(ride.id, of: ann, at: .noon + 99) == cancelled)
      #expect(try store.cancelRide(ride.id, of: ann, at: .noon + 99.5) == cancelled)
      #expect(try store.ride(ride.id, of: ann) == cancelled)
      #expect(try store.cancelRide(Identifier("x"), of: ann, at: .noon) == nil)
      let next = RideRecord.sample("b", rider: "ann", requestedAt: .noon + 99)
      #expect(try store.addRide(next, key: nil, now: .noon + 99) == .done(next))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of many requests of one rider at once one is a ride`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")

      let outcomes = concurrently(8) { index in
        try store.addRide(.sample("\(index)", rider: "ann"), key: nil, now: .noon)
      }

      let added = try outcomes.filter { if case .done = try $0.get() { true } else { false } }
      #expect(added.count == 1)
      #expect(try store.rides(of: ann, limit: 10).count == 1)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of many requests with one key at once each gets the one ride`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")

      let outcomes = concurrently(8) { index in
        try store.addRide(.sample("\(index)", rider: "ann"), key: key, now: .noon)
      }

      let ride = try #require(try store.rides(of: ann, limit: 10).first)
      #expect(try outcomes.map { try $0.get() } == Array(repeating: .done(ride), count: 8))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Many riders request rides at once`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      for index in 0..<16 { try store.addRider("\(index)") }

      let outcomes = concurrently(16) { index in
        try store.addRide(.sample("r\(index)", rider: "\(index)"), key: key, now: .noon)
      }

      #expect(try outcomes.allSatisfy { if case .done = try $0.get() { true } else { false } })
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Each of several changes sees what the ones before it have done`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      let (first, second) = (
        RideRecord.sample("a", rider: "ann"),
        RideRecord.sample("b", rider: "ann", requestedAt: .noon + 10)
      )

      let outcomes = try store.change([
        .request(first, key: key, at: .noon),
        .request(.sample("c", rider: "bob"), key: key, at: .noon),
        .request(second, key: nil, at: .noon + 10),
        .cancellation(of: first.id, by: bob, at: .noon + 10),
        .cancellation(of: first.id, by: ann, at: .noon + 10),
        .request(second, key: nil, at: .noon + 10),
        .request(first, key: key, at: .noon + 10),
      ])

      let cancelled = first.cancelled(at: .noon + 10)
      #expect(
        outcomes == [
          .done(first), .done(.sample("c", rider: "bob")),
          .refused(.underway(first.id, .accepted)), .refused(.noSuchRide(first.id)),
          .done(cancelled), .done(second), .done(cancelled),
        ])
      #expect(try store.rides(of: ann, limit: 10) == [second, cancelled])
      #expect(try store.change([]) == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `When one of several changes fails none happens`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      let changes = ["ann", "bob"].map { rider in
        RideChange.request(.sample("same", rider: rider), key: nil, at: .noon)
      }

      #expect(throws: StoreError.self) { try store.change(changes) }

      #expect(try store.rides(of: ann, limit: 10) == [])
      #expect(try store.change([changes[0]]) == [.done(.sample("same", rider: "ann"))])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `What a rider without an account wants fails alone`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let changes = ["dora", "ann"].map { rider in
        RideChange.request(.sample("of-\(rider)", rider: rider), key: nil, at: .noon)
      }

      let outcomes = try store.change(changes)

      #expect(outcomes[1] == .done(.sample("of-ann", rider: "ann")))
      #expect(outcomes[0] == .noAccount || kind == .postgreSQL && outcomes[0] == .contended)
      #expect(try store.change([changes[0]]) == [.noAccount])
    }
  }
}
