import CloudRoutes
import Core
import CoreTesting
import FoundationEssentials
import Synchronization
import Testing

@testable import Cloud
@testable import CloudDomain

struct RidePlannerTests {
  private let planner = RidePlanner(routeModel: StreetGridRouteModel())

  private func plans(
    to dropoff: Location = .appleStore
  ) async throws -> [RidePlanner.Plan] {
    try await planner.plans(from: .operaHouse, to: dropoff, at: .noon)
  }

  @Test func `Larger rides cost more`() async throws {
    let prices = try await plans().map(\.price.minorUnits)

    #expect(prices == prices.sorted())
    #expect(Set(prices).count == 3)
  }

  @Test func `A timetable is in order and keeps what the option says`() async throws {
    for plan in try await plans() {
      let times = plan.timetable(at: .noon)
      let order = [
        times.requested, times.accepted, times.arriving, times.arrived, times.boarded,
        times.completed,
      ].compactMap(\.self)

      #expect(order.count == 6)
      #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
      #expect(times.requested == .noon)
      #expect(plan.secondsUntilPickup == Int(order[3].timeIntervalSince(.noon)))
      #expect(order[5].timeIntervalSince(order[4]) == Double(plan.durationSeconds))
    }
  }

  @Test func `The nearest car comes from where it was seen`() async throws {
    let cars = planner.cars(near: .operaHouse, at: .noon)

    for var plan in try await plans() {
      let seen = cars.filter { $0.option == plan.kind }.map(\.location)
      try await planner.complete(&plan, to: .operaHouse)
      let approach = try #require(plan.approach.corners)
      #expect(seen.prefix(3).contains(plan.car))
      #expect(approach.first == plan.car)
      #expect(approach.last == .operaHouse)
    }
  }

  @Test func `One kind alone is planned as it is among all`() async throws {
    for among in try await plans() {
      let alone = try await planner.plans(
        [among.kind], from: .operaHouse, to: .appleStore, at: .noon)

      #expect(alone.map(\.price) == [among.price])
      #expect(alone.map(\.car) == [among.car])
      #expect(alone.map(\.approach) == [among.approach])
    }
  }

  @Test func `Another route model gives another price`() async throws {
    let straight = RidePlanner(routeModel: StraightLineRouteModel())

    let plan = try await straight.plans(from: .operaHouse, to: .appleStore, at: .noon)[0]

    #expect(plan.route.distance < (try await plans())[0].route.distance)
    #expect(plan.route.model == "straight-line")
  }

  @Test func `The longest trip has a price and an end`() async throws {
    let plan = try await plans(to: Location(nearestTo: -29.5, 151))[2]

    #expect(plan.route.distance > 480_000)
    #expect(plan.price.minorUnits > 100_000)
    #expect(plan.durationSeconds < 10 * 3600)
  }

  @Test func `All cars are asked for at once, and those that cannot come do not`() async throws {
    let model = ScriptedRouteModel(durations: [nil, 90, 60, nil, nil, nil, 50, 40, 70])
    let planner = RidePlanner(routeModel: model)

    let plans = try await planner.plans(from: .operaHouse, to: .appleStore, at: .noon)

    #expect(model.tables.withLock { $0.map(\.count) } == [9])
    #expect(plans.map(\.secondsUntilPickup) == [68, 38, 48])
    #expect(plans[1].car == .operaHouse)
  }
}

/// A model that answers with these durations.
private final class ScriptedRouteModel: RouteModel {
  let tables = Mutex<[[Location]]>([])
  private let durations: [Double?]

  init(durations: [Double?]) { self.durations = durations }

  func route(from start: Location, to end: Location) async throws(RouteError) -> Route {
    Route(corners: [start, end], model: "scripted")
  }

  func approaches(
    from cars: [Location], to point: Location
  ) async throws(RouteError) -> [Approach?] {
    tables.withLock { $0.append(cars) }
    return durations.map { $0.map { Approach(duration: $0) } }
  }

  func check() async throws(RouteError) {}
  var use: RouteModelUse? { nil }
}
