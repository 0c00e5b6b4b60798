import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import koober_cloud

/// What hostile actors may not be allowed, each seen broken once.
struct HostilePromiseTests {
  private let start = Date(timeIntervalSince1970: 1_767_225_600)
  private let id = Identifier<Ride>("one")
  private var registry = SimulationRegistry()

  private func status(
    shift: DriverShift? = nil, offer: RideOffer? = nil, ride: Ride? = nil, missed: Int = 0
  ) -> DriverStatus {
    DriverStatus(
      car: DriverCar(plate: "X-1", model: "Mazda 2", option: .wallabee), shift: shift,
      offer: offer, ride: ride.map { DrivenRide(ride: $0, rider: "Ann", stars: nil) },
      missedOffers: missed)
  }

  private func shift(cents: Int, rides: Int, startedAt: Date? = nil) -> DriverShift {
    DriverShift(
      startedAt: startedAt ?? start, location: .operaHouse, completedRides: rides,
      earnings: Money(currency: "AUD", minorUnits: cents))
  }

  private func north(_ meters: Double) -> Location {
    Location(nearestTo: Location.operaHouse.latitude + meters / 111_195, 151.214028)
  }

  @Test mutating func `A car that drives breaks nothing, one that jumps does`() {
    registry.began("X-1", at: north(0), start)
    registry.moved("X-1", to: north(1900), sent: start, start + 1)
    registry.moved("X-1", to: north(2600), sent: start + 10, start + 11)
    #expect(registry.report.violations == [])

    registry.moved("X-1", to: north(5000), sent: start + 11, start + 12)
    #expect(registry.report.violations.first == "X-1 moved 5000 m in 12 s")
  }

  @Test mutating func `An offer tells squares, not addresses`() {
    let (pickup, dropoff) = (north(100), north(3000))
    func offer(_ pickup: Location, _ dropoff: Location, cents: Int = 1250) -> RideOffer {
      RideOffer(
        id: Identifier("offer"), pickup: Waypoint(pickup), dropoff: Waypoint(dropoff),
        price: Money(currency: "AUD", minorUnits: cents), secondsToPickup: 60, secondsOfTrip: 60,
        metersOfTrip: 100, expiresAt: start)
    }
    registry.saw(status(offer: offer(pickup.neighborhood, dropoff.neighborhood)), "X-1")
    #expect(registry.report.violations == [])
    registry.saw(status(offer: offer(pickup, dropoff.neighborhood)), "X-1")
    registry.saw(status(offer: offer(pickup.neighborhood, dropoff)), "X-1")
    #expect(registry.report.violations.count == 2)
    registry.saw(
      status(offer: offer(pickup.neighborhood, dropoff.neighborhood, cents: 1249)), "X-1")
    #expect(registry.report.violations.count == 3)
  }

  @Test(arguments: [RideState.accepted, .arrived, .onTrip])
  mutating func `A driver is told the drop-off at the start, and the code never`(state: RideState) {
    var ride = Ride.sample(state: state)
    let isTold = state == .onTrip
    registry.saw(status(ride: ride), "X-1")
    #expect(registry.report.violations.isEmpty == isTold)

    var (other, before) = (ride, registry.report.violations.count)
    other.route = []
    other.request.dropoff = Waypoint(other.dropoff.location.neighborhood)
    other.durationSeconds = 300
    registry.saw(status(ride: other), "X-1")
    #expect(registry.report.violations.count == before)
    ride = other
    ride.code = "4711"
    before = registry.report.violations.count
    registry.saw(status(ride: ride), "X-1")
    #expect(registry.report.violations.count == before + 1)
  }

  @Test mutating func `Whoever misses two offers is offline, and earnings stay`() {
    registry.saw(status(shift: shift(cents: 1000, rides: 1), missed: 1), "X-1")
    registry.saw(status(shift: shift(cents: 1500, rides: 1)), "X-1")
    registry.saw(status(shift: shift(cents: 0, rides: 0, startedAt: start + 9)), "X-1")
    registry.saw(status(missed: 2), "X-1")
    #expect(registry.report.violations == [])

    registry.saw(status(shift: shift(cents: 0, rides: 0, startedAt: start + 9), missed: 2), "X-1")
    #expect(registry.report.violations.count == 1)
    registry.saw(status(shift: shift(cents: 900, rides: 2, startedAt: start + 20)), "X-1")
    registry.saw(status(shift: shift(cents: 800, rides: 2, startedAt: start + 20)), "X-1")
    registry.saw(status(shift: shift(cents: 800, rides: 1, startedAt: start + 20)), "X-1")
    #expect(registry.report.violations.count == 3)
  }

  @Test mutating func `A driver arrives near the pick-up only`() {
    registry.arrived("X-1", at: id, from: 500)
    #expect(registry.report.violations == [])
    registry.arrived("X-1", at: id, from: 700)
    #expect(registry.report.violations == ["X-1 arrived 700 m from the pick-up of the ride one"])
  }

  @Test mutating func `Only the code starts a trip, and three guesses are heard`() {
    let wrong = Result<Void, CloudError>.failure(
      .refused(ErrorResponse(.wrongCode, message: "No.").error))
    for _ in 1...3 { registry.tried("1111", by: "X-1", for: id, wrong) }
    #expect(registry.report.violations == [])
    registry.tried("1111", by: "X-1", for: id, wrong)
    #expect(registry.report.violations.count == 1)

    var ride = Ride.sample(id: "one", state: .arrived)
    ride.code = "4711"
    for plate in ["X-1", "X-2"] {
      ride.car = Car(model: "Mazda 2", plate: plate, location: .operaHouse)
      registry.observe(ride, at: start)
      #expect(registry.code(of: id, for: plate) == "4711")
    }
    #expect(registry.code(of: id, for: "X-1") == nil)
    let seen = registry.report.violations.count
    registry.tried("4711", by: "X-2", for: id, .success(()))
    registry.completedWithoutStart(id, by: "X-2")
    #expect(registry.report.violations.count == seen)
    registry.tried("1111", by: "X-2", for: id, .success(()))
    registry.completedWithoutStart(id, by: "X-3")
    #expect(registry.report.violations.count == seen + 2)
    registry.earned(status(shift: shift(cents: 0, rides: 0)), "X-3")
    registry.earned(status(shift: shift(cents: 900, rides: 1)), "X-2")
    #expect(registry.report.violations.count == seen + 2)
    registry.earned(status(shift: shift(cents: 500, rides: 0)), "X-3")
    #expect(registry.report.violations.count == seen + 3)
  }

  @Test mutating func `A fee needs consent, and who is blocked does not come again`() {
    let fee = Money(currency: "AUD", minorUnits: 500)
    let ride = Ride.sample(state: .cancelled, cancellation: RideCancellation(.rider, fee: fee))
    registry.cancelled(ride, agreedTo: 500)
    #expect(registry.report.violations == [])
    registry.cancelled(ride, agreedTo: 0)
    #expect(registry.report.violations.count == 1)

    let plate = Ride.sample().car?.plate ?? ""
    registry.matched(.sample(), blocked: ["other"])
    #expect(registry.report.violations.count == 1)
    registry.matched(.sample(), blocked: [plate])
    #expect(registry.report.violations.count == 2)
  }
}
