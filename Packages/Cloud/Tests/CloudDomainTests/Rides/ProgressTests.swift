import Core
import FoundationEssentials
import Testing

@testable import CloudDomain

/// What a driver's progress decides: whether a cancellation costs something, and what a trip costs.
struct ProgressTests {
  private static let pickup = Location(nearestTo: -33.8568, 151.2153)
  private let now = Date(timeIntervalSinceReferenceDate: 0)

  /// So many meters south of the pick-up.
  private static func south(_ meters: Double) -> Location {
    Location(nearestTo: pickup.latitude - meters / 111_195, pickup.longitude)
  }

  /// A ride whose driver has set off from a distance; its trip leads 10 km north in 900 s.
  private func ride(
    _ phase: DrivenRecord.Phase, from start: Double = 1000, car: Location,
    acceptedBefore seconds: Double = 200, boardedBefore trip: Double? = nil
  ) -> RideRecord {
    var plan = DrivenRecord.Plan(tripSeconds: 900)
    plan.approachSeconds = 300
    let dropoff = Self.south(-10_000)
    let boarded = trip.map { now - $0 }
    return RideRecord(
      id: Identifier("ride"), rider: Identifier("ann"),
      request: RideRequest(
        pickup: Waypoint(Self.pickup), dropoff: Waypoint(dropoff), option: .wallabee),
      price: Money(currency: "AUD", minorUnits: 2000),
      timetable: RideTimetable(
        requested: now - 1000, accepted: now - seconds, arriving: boarded, arrived: boarded,
        boarded: boarded),
      seed: 0, approach: [Self.south(start), Self.pickup], route: [Self.pickup, dropoff],
      routeModel: "",
      driven: DrivenRecord(
        phase: phase, driver: Identifier("dora"), plan: plan, car: car, searchedAt: now))
  }

  @Test(arguments: [
    (1000.0, 901.0, CancellationFee.Waiver?.some(.driverIsNoNearer)), (1000, 899, nil),
    (1000, 1400, .driverIsNoNearer), (180, 101, .driverIsNoNearer), (180, 99, nil), (0, 0, nil),
  ])
  func `A driver who comes no nearer earns no fee`(
    start: Double, left: Double, waiver: CancellationFee.Waiver?
  ) throws {
    let ride = ride(.assigned, from: start, car: Self.south(left))

    let fee = try #require(ride.cancellationFee(at: now))

    #expect(fee.waiver == waiver)
    #expect(fee.isDue == (waiver == nil))
  }

  @Test(
    arguments: [(119.999, false, nil), (120, true, nil), (300, true, nil)]
      + [(300.001, false, CancellationFee.Waiver.driverIsLate)])
  func `A fee is due from two minutes after the acceptance until the driver is late`(
    seconds: Double, isDue: Bool, waiver: CancellationFee.Waiver?
  ) throws {
    let ride = ride(.assigned, car: Self.south(100), acceptedBefore: seconds)

    let fee = try #require(ride.cancellationFee(at: now))

    #expect(fee.isDue == isDue)
    #expect(fee.waiver == waiver)
  }

  @Test func `A driver who has arrived is neither late nor far`() throws {
    var ride = ride(.assigned, car: Self.south(400), acceptedBefore: 1000)
    ride.timetable.arrived = now - 700
    #expect(try #require(ride.cancellationFee(at: now)).isDue == true)

    // One who has left again earns nothing.
    ride.driven?.car = Self.south(501)
    #expect(try #require(ride.cancellationFee(at: now)).waiver == .driverIsNoNearer)
  }

  @Test(arguments: [(119.999, false), (120, true)])
  func `After a late arrival a cancellation is free for two minutes again`(
    seconds: Double, isDue: Bool
  ) throws {
    var ride = ride(.assigned, car: Self.south(50), acceptedBefore: 301 + seconds)
    ride.timetable.arrived = now - seconds

    let fee = try #require(ride.cancellationFee(at: now))

    #expect(fee.isDue == isDue)
    #expect(fee.from == now - seconds + 120)
  }

  @Test(arguments: [
    (450.0, 450.0, RideAdvance.Step.arrive), (450, 360, .arrive), (600, 501, .start),
  ])
  func `Who stands still has not arrived, and who is far away does not start`(
    start: Double, left: Double, step: RideAdvance.Step
  ) {
    var ride = ride(.assigned, from: start, car: Self.south(left), acceptedBefore: 900)
    if step == .start { ride.timetable.arrived = now - 600 }
    var situation = RideSituation(caller: Identifier("dora"))
    situation.ride = ride

    #expect(throws: RideRefusal.self) {
      try RideMachine.apply(.advance(ride.id, step, code: ride.code), to: situation, at: now).get()
    }
  }

  @Test func `The fare follows the route, not the beeline, from where the trip began`() throws {
    // Around a bay: 8 km north, 2 km east, 8 km south; the drop-off is 2 km from the pick-up.
    let east = Location(nearestTo: Self.pickup.latitude, Self.pickup.longitude + 0.0215)
    let north = Self.south(-8000)
    let corner = Location(nearestTo: north.latitude, east.longitude)
    func fare(boarding: Location, end: Location, route: [Location]? = nil) throws -> Int {
      var plan = DrivenRecord.Plan(tripSeconds: 900)
      plan.boarding = boarding
      let ride = RideRecord(
        id: Identifier("ride"), rider: Identifier("ann"),
        request: RideRequest(
          pickup: Waypoint(Self.pickup), dropoff: Waypoint(east), option: .wallabee),
        price: Money(currency: "AUD", minorUnits: 1800),
        timetable: RideTimetable(requested: now - 2000, boarded: now - 1000), seed: 0,
        approach: [Self.pickup], route: route ?? [Self.pickup, north, corner, east],
        routeModel: "",
        driven: DrivenRecord(phase: .onTrip, plan: plan, car: end, searchedAt: now))
      return ride.fareOfShorterTrip(at: now) ?? 1800
    }

    #expect(abs(try fare(boarding: Self.pickup, end: corner) - 1000) < 10)
    #expect(try fare(boarding: Self.pickup, end: Self.pickup) == 0)
    #expect(try fare(boarding: Self.pickup, end: east) == 1800)
    // Begun at the corner and ended there: nothing was driven; and nothing was at the drop-off.
    #expect(try fare(boarding: corner, end: corner) == 0)
    #expect(try fare(boarding: east, end: east) == 0)
    // A few meters beside the pick-up, nearer to where the route comes by again after a turn.
    let lane = Location(nearestTo: Self.pickup.latitude, Self.pickup.longitude + 0.0001)
    let (turn, back) = (
      Self.south(600), Location(nearestTo: Self.south(600).latitude, lane.longitude)
    )
    let end = Location(nearestTo: Self.south(-300).latitude, lane.longitude)
    #expect(try fare(boarding: lane, end: end, route: [Self.pickup, turn, back, end]) == 1800)
  }

  @Test(arguments: [DrivenRecord.Phase.searching, .onTrip, .ended])
  func `Without a driver on the way nothing can be due`(phase: DrivenRecord.Phase) {
    #expect(ride(phase, car: Self.pickup).cancellationFee(at: now) == nil)
  }

  @Test(arguments: [
    // At the drop-off, within 500 m of it, farther away, and where the trip began or farther still.
    (10_000.0, 900.0, Int?.none), (9_501, 900, nil), (9_499, 900, 1899), (5_001, 900, 1000),
    (0, 900, 0), (-3_000, 900, 0),
    // Sooner than a third of the planned time.
    (10_000, 300, nil), (10_000, 299.999, 1999), (10_000, 150, 1000), (10_000, 0.01, 0),
    (5_001, 30, 200),
  ])
  func `The fare of a shorter trip is the part that was driven`(
    driven: Double, seconds: Double, fare: Int?
  ) throws {
    let ride = ride(.onTrip, car: Self.south(-driven), boardedBefore: seconds)
    var situation = RideSituation(caller: Identifier("dora"))
    situation.ride = ride

    let result = RideMachine.apply(.advance(ride.id, .complete), to: situation, at: now)

    let completed = try #require(try result.get().ride)
    #expect(completed.driven?.fare == fare)
    let due = try #require(completed.ride(at: now).amountDue).minorUnits
    #expect(due == fare ?? 2000)
  }

  @Test(arguments: [(79.999, false), (80, true)])
  func `Nobody arrives sooner than in a third of the time to the last minute of the way`(
    seconds: Double, isAccepted: Bool
  ) {
    let ride = ride(.assigned, car: Self.pickup, acceptedBefore: seconds)
    var situation = RideSituation(caller: Identifier("dora"))
    situation.ride = ride

    let result = RideMachine.apply(.advance(ride.id, .arrive), to: situation, at: now)

    #expect(((try? result.get()) != nil) == isAccepted)
  }

  @Test func `Errors of positions use one allowance up, which comes back with time`() throws {
    var situation = RideSituation(caller: Identifier("dora"))
    situation.driver = DriverRecord(
      rider: Identifier("dora"), car: DriverCar(plate: "AA", model: "M", option: .wallabee),
      shift: DriverRecord.Shift(since: now, location: Self.pickup, reportedAt: now))
    func report(_ meters: Double, after seconds: Double) throws {
      let event = RideEvent.report(Self.south(meters))
      situation.driver = try RideMachine.apply(event, to: situation, at: now + seconds).get().driver
    }

    try report(1500, after: 0)
    #expect(throws: RideRefusal.self) { try report(0, after: 0) }
    try report(1100, after: 0)
    #expect(throws: RideRefusal.self) { try report(900, after: 0) }
    // As fast as a car may drive, however long.
    try report(1100 + 70 * 600, after: 600)
    #expect(throws: RideRefusal.self) { try report(1000 + 70 * 600, after: 600) }
    // After ten minutes at one place the allowance is whole, and not more.
    try report(1100 + 70 * 600, after: 1200)
    #expect(throws: RideRefusal.self) { try report(3101 + 70 * 600, after: 1200) }
    try report(3099 + 70 * 600, after: 1200)
  }
}
