import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

struct RidePlannerTests {
  private let planner = RidePlanner(routeModel: StreetGridRouteModel())

  private func plans(to dropoff: Location = .appleStore) -> [RidePlanner.Plan] {
    planner.plans(from: .operaHouse, to: dropoff, at: .noon)
  }

  @Test func `Larger rides cost more`() {
    let prices = plans().map(\.option.price.minorUnits)

    #expect(prices == prices.sorted())
    #expect(Set(prices).count == 3)
  }

  @Test func `A timetable is in order and keeps what the option says`() {
    for plan in plans() {
      let times = plan.timetable
      let order = [
        times.requested, times.accepted, times.arriving, times.arrived, times.boarded,
        times.completed,
      ]

      #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times.requested == .noon)
      #expect(times.arrived == .noon + Double(plan.option.secondsUntilPickup))
      #expect(
        times.completed.timeIntervalSince(times.boarded) == Double(plan.option.durationSeconds))
    }
  }

  @Test func `The car comes from where it was seen`() throws {
    let cars = planner.cars(near: .operaHouse, at: .noon)

    for plan in plans() {
      let nearest = try #require(cars.first { $0.option == plan.option.id })
      #expect(plan.approach.first == nearest.location)
      #expect(plan.approach.last == .operaHouse)
    }
  }

  @Test func `One kind alone is planned as it is among all`() {
    for among in plans() {
      let alone = planner.plan(among.option.id, from: .operaHouse, to: .appleStore, at: .noon)

      #expect(alone.option == among.option)
      #expect(alone.approach == among.approach)
      #expect(alone.timetable == among.timetable)
    }
  }

  @Test func `Another route model gives another price`() {
    let straight = RidePlanner(routeModel: StraightLineRouteModel())

    let prices = straight.plans(from: .operaHouse, to: .appleStore, at: .noon)
      .map(\.option.distanceMeters)
    #expect(prices[0] < plans()[0].option.distanceMeters)
  }

  @Test func `The longest trip has a price and an end`() {
    let plan = plans(to: Location(nearestTo: -29.5, 151))[2]

    #expect(plan.option.distanceMeters > 480_000)
    #expect(plan.option.price.minorUnits > 100_000)
    #expect(plan.option.durationSeconds < 10 * 3600)
  }
}
