import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import koober_cloud

/// The counts of a run, and the answers that contradict each other.
struct SimulationRegistryTests {
  private let start = Date(timeIntervalSince1970: 1_767_225_600)
  private let id = Identifier<Ride>("one")
  private let price = Money(currency: "AUD", minorUnits: 1000)

  /// A registry in which two drivers have reported and a ride was requested.
  private func makeRegistry() -> SimulationRegistry {
    var registry = SimulationRegistry()
    registry.start = start
    for driver in ["A-1", "A-2"] {
      registry.reported(by: driver, sent: start, acknowledged: start)
    }
    registry.requested(id, price: price, intended: start)
    registry.plates = ["A-1", "A-2"]
    return registry
  }

  private func ride(_ state: RideState, price: Money? = nil, plate: String? = "A-1") -> Ride {
    Ride(
      id: id, state: state,
      request: RideRequest(
        pickup: Waypoint(.defaultLocation), dropoff: Waypoint(.defaultLocation), option: .wallabee),
      price: price ?? self.price, requestedAt: start,
      car: plate.map { Car(model: "Mazda 2", plate: $0, location: .defaultLocation) },
      driver: plate.map { _ in Driver(name: "Sim") }, secondsUntilPickup: nil,
      secondsUntilDropoff: nil, route: [])
  }

  @Test func `A ride that one driver has completed breaks no invariant`() {
    var registry = makeRegistry()

    registry.accepted(by: "A-1", sent: start, expiry: start + 15)
    registry.driver("A-1", holds: id, at: start)
    registry.completed(id, by: "A-1")
    registry.driver("A-1", holds: nil, at: start + 10)
    registry.observe(ride(.completed), at: start + 10)
    registry.check(ride(.completed))

    #expect(registry.report.violations == [])
    #expect(registry.report.completed == 1)
    #expect(registry.utilization(of: 1, at: start + 20) == 0.5)
  }

  @Test func `A driver of nobody's is told once`() {
    var registry = makeRegistry()
    for _ in 0..<2 { registry.observe(ride(.accepted, plate: "KBR 042"), at: start) }
    #expect(
      registry.report.violations == ["the ride one has the car KBR 042 of no simulated driver"])
  }

  @Test func `Times begin when the request was meant to be sent, and are measured once`() {
    var registry = makeRegistry()

    registry.observe(ride(.requested, plate: nil), at: start + 1)
    registry.observe(ride(.accepted), at: start + 5)
    registry.observe(ride(.onTrip), at: start + 60)
    registry.observe(ride(.onTrip), at: start + 70)

    #expect(registry.report.secondsToAcceptance.seconds == [5])
    #expect(registry.report.secondsToPickup.seconds == [60])
  }

  @Test func `The first offer of a ride is measured from the time that was meant`() {
    var registry = makeRegistry()
    // The offer may be seen before the request is acknowledged.
    func trip(from pickup: Location, cents: Int = 1200) -> OfferedTrip {
      OfferedTrip(
        from: pickup, to: .defaultLocation, for: Money(currency: "AUD", minorUnits: cents))
    }
    registry.requesting(trip(from: .operaHouse), intended: start)

    // An offer tells the square.
    registry.offered(trip(from: Location.operaHouse.neighborhood), at: start + 3)
    registry.offered(trip(from: .operaHouse), at: start + 20)
    registry.offered(trip(from: .operaHouse, cents: 1300), at: start + 30)

    #expect(registry.report.secondsToFirstOffer.seconds == [3])
    #expect(registry.report.offers == 3)
  }

  @Test func `A ride of two drivers at once is found`() {
    var registry = makeRegistry()

    registry.driver("A-1", holds: id, at: start)
    registry.driver("A-2", holds: id, at: start + 1)

    #expect(registry.report.violations == ["the ride one was accepted by A-1 and A-2 at once"])
  }

  @Test func `A ride that goes to another driver without a silence is found`() {
    var registry = makeRegistry()

    registry.driver("A-1", holds: id, at: start)
    registry.driver("A-1", holds: nil, at: start + 1)
    registry.driver("A-2", holds: id, at: start + 2)

    #expect(registry.report.violations == ["A-1 lost the ride one to A-2 without a silence"])
  }

  @Test func `After a silence a ride goes to another driver`() {
    var registry = makeRegistry()

    registry.driver("A-1", holds: id, at: start)
    registry.reported(by: "A-2", sent: start + 60, acknowledged: start + 60)
    registry.driver("A-2", holds: id, at: start + 61)

    #expect(registry.report.violations == [])
  }

  @Test func `A silence that has ended explains the loss of a ride, too`() {
    var registry = makeRegistry()

    registry.driver("A-1", holds: id, at: start)
    for driver in ["A-1", "A-2"] {
      registry.reported(by: driver, sent: start + 70, acknowledged: start + 71)
    }
    registry.driver("A-1", holds: nil, at: start + 72)
    registry.driver("A-2", holds: id, at: start + 73)

    #expect(registry.report.violations == [])
  }

  @Test func `An old status that reaches a silent driver late is no second driver`() {
    var registry = makeRegistry()

    registry.reported(by: "A-2", sent: start + 60, acknowledged: start + 60)
    registry.driver("A-2", holds: id, at: start + 61)
    registry.driver("A-1", holds: id, at: start + 62)

    #expect(registry.report.violations == [])
  }

  @Test func `A driver with two rides is found`() {
    var registry = makeRegistry()

    registry.driver("A-1", holds: id, at: start)
    registry.driver("A-1", holds: Identifier("two"), at: start + 1)

    #expect(registry.report.violations == ["A-1 has the rides one and two"])
  }

  @Test func `A late acceptance is found`() {
    var registry = makeRegistry()

    registry.accepted(by: "A-1", sent: start + 20, expiry: start + 15)
    registry.accepted(by: "A-1", sent: start + 21, expiry: start + 15)

    #expect(registry.report.violations == ["A-1 accepted an offer 6 s after its expiry"])
  }

  @Test(
    arguments: [
      (.completed, 1001, "A-1", nil, "the ride one costs AUD 10.01, quoted were AUD 10.00"),
      (.cancelled, 1000, "A-1", "A-1", "A-1 completed the ride one, which is cancelled"),
      (.completed, 1000, "A-2", "A-1", "the ride one of A-1 shows the driver A-2"),
      (.onTrip, 1000, "A-1", nil, "the ride one is on trip after the end"),
    ] as [(RideState, Int, String, String?, String)])
  func `A ride that ends other than acknowledged is found`(
    state: RideState, cents: Int, plate: String, completedBy: String?, violation: String
  ) {
    var registry = makeRegistry()

    if let completedBy { registry.completed(id, by: completedBy) }
    registry.check(ride(state, price: Money(currency: "AUD", minorUnits: cents), plate: plate))

    #expect(registry.report.violations == [violation])
  }

  @Test func `The line of a long run fits into 80 columns`() {
    var registry = makeRegistry()
    for number in 1..<6000 {
      registry.requested(Identifier("\(number)"), price: price, intended: start)
    }
    registry.driver("A-1", holds: id, at: start)
    registry.report.requests = 72_000
    registry.report.secondsToAcceptance.seconds = [99]
    registry.report.errors = ["cloudUnreachable": 12_000, "dispatch": 345]

    #expect(registry.status(drivers: 1, riders: 2, at: start) == "Opening accounts: 0 of 3")
    registry.accounts = 3
    let line = registry.status(drivers: 1, riders: 2, at: start + 100)
    #expect(
      line == "Requests 72k, waiting 6000, acceptance 99 s, busy 100%, errors 12k, violations 0")
    #expect(line.count <= 80)
  }
}
