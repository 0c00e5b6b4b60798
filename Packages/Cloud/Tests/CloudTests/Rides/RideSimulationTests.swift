import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain

struct RideSimulationTests {
  private let record = RideRecord.sample("a", rider: "ann")

  @Test(
    arguments: [
      (-5, .requested, 65, 1005),
      (0, .requested, 60, 1000),
      (7.999, .requested, 53, 993),
      (8, .accepted, 52, 992),
      (39.999, .accepted, 21, 961),
      (40, .arriving, 20, 960),
      (59.999, .arriving, 1, 941),
      (60, .arrived, nil, 940),
      (99.999, .arrived, nil, 901),
      (100, .onTrip, nil, 900),
      (999.999, .onTrip, nil, 1),
      (1000, .completed, nil, nil),
      (1e9, .completed, nil, nil),
    ] as [(Double, RideState, Int?, Int?)])
  func `A ride moves on with the time`(
    seconds: Double, state: RideState, untilPickup: Int?, untilDropoff: Int?
  ) {
    let ride = record.ride(at: .noon + seconds)

    #expect(ride.state == state)
    #expect(ride.secondsUntilPickup == untilPickup)
    #expect(ride.secondsUntilDropoff == untilDropoff)
    #expect((ride.car == nil) == (state == .requested))
    #expect((ride.driver == nil) == (state == .requested))
    #expect(ride.route == record.route)
    #expect(ride.requestedAt == .noon)
  }

  @Test(arguments: [
    (8.0, Location.defaultLocation), (60, .operaHouse), (80, .operaHouse), (100, .operaHouse),
    (1000, .appleStore), (5000, .appleStore),
  ])
  func `The car drives to the pick-up and then to the drop-off`(
    seconds: Double, location: Location
  ) {
    #expect(record.ride(at: .noon + seconds).car?.location == location)
  }

  @Test func `The car moves at constant speed`() throws {
    let half = try #require(record.ride(at: .noon + 34).car?.location)

    let whole = Location.defaultLocation.distance(to: .operaHouse)
    #expect(abs(half.distance(to: .operaHouse) - whole / 2) < 1)
    #expect(abs(half.distance(to: .defaultLocation) - whole / 2) < 1)
  }

  @Test(arguments: [(2.0, false), (30, true)])
  func `A cancelled ride stands still where it was`(cancelledAfter: Double, hasCar: Bool) {
    let cancelled = record.cancelled(at: .noon + cancelledAfter)

    let before = record.ride(at: .noon + cancelledAfter)
    let after = cancelled.ride(at: .noon + 500)
    #expect(after.state == .cancelled)
    #expect(after.car == before.car)
    #expect((after.car != nil) == hasCar)
    #expect(after.secondsUntilPickup == nil)
    #expect(after.secondsUntilDropoff == nil)
    #expect(cancelled.ride(at: .noon + cancelledAfter - 0.5).state != .cancelled)
  }

  @Test func `Car and driver stay the same`() throws {
    let rides = [10, 50, 500, 2000].map { record.ride(at: .noon + $0) }

    let plates = Set(rides.map(\.car?.plate))
    #expect(plates.count == 1)
    #expect(Set(rides.map(\.driver)).count == 1)
    let plate = try #require(rides[0].car?.plate)
    #expect(plate.wholeMatch(of: /K[A-Z] \d\d [A-Z]{2}/) != nil)
  }
}
