import CloudDomain
import Core
import CoreTesting
import Testing

@testable import CloudRoutes

struct RouteModelTests {
  private static let models: [any RouteModel] = [
    StraightLineRouteModel(), StreetGridRouteModel(), StreetGridRouteModel(bearing: 0),
    StreetGridRouteModel(bearing: 45), BuiltInRouteModel(),
  ]

  @Test(arguments: models.indices)
  func `A local model keeps the contract`(index: Int) async throws {
    try await expectContract(
      of: Self.models[index],
      trips: [
        (Location.operaHouse, Location.appleStore), (.appleStore, .operaHouse),
        (.operaHouse, .operaHouse), (Location(nearestTo: 90, 0), Location(nearestTo: 89.9, 120)),
        (Location(nearestTo: -17, 179.99), Location(nearestTo: -17.01, -179.99)),
      ])
  }

  @Test(arguments: models.indices)
  func `A local route is no longer than half as much again as the straight line`(
    index: Int
  ) async throws {
    let route = try await Self.models[index].route(from: .operaHouse, to: .appleStore)

    #expect(route.distance <= Location.operaHouse.distance(to: .appleStore) * 1.5)
  }

  @Test func `The straight line is as long as the great circle`() async throws {
    let route = try await StraightLineRouteModel().route(from: .operaHouse, to: .appleStore)

    #expect(route.corners == [.operaHouse, .appleStore])
    #expect(route.distance == Location.operaHouse.distance(to: .appleStore))
  }

  @Test func `A grid that points north goes along parallel and meridian`() async throws {
    let route = try await StreetGridRouteModel(bearing: 0).route(from: .operaHouse, to: .appleStore)

    let turn = Location(
      nearestTo: Location.appleStore.latitude, Location.operaHouse.longitude)
    #expect(route.corners.count == 3)
    #expect(route.corners[1].distance(to: turn) < 0.01)
    #expect(
      abs(
        route.distance - (Location.operaHouse.distance(to: turn) + turn.distance(to: .appleStore)))
        < 0.01)
  }

  @Test func `A grid turned to the goal is as short as the straight line`() async throws {
    let start = Location(nearestTo: 0, 0)
    let end = Location(nearestTo: 0.01, 0.01)

    let route = try await StreetGridRouteModel(bearing: 45).route(from: start, to: end)

    #expect(abs(route.distance - start.distance(to: end)) < 0.01)
  }

  @Test(arguments: [-80.0, 0, 10, 45, 90, 123])
  func `The streets of a grid cross at right angles`(bearing: Double) async throws {
    let route = try await StreetGridRouteModel(bearing: bearing).route(
      from: .operaHouse, to: .appleStore)

    let straight = Location.operaHouse.distance(to: .appleStore)
    let along = route.corners[0].distance(to: route.corners[1])
    let across = route.corners[1].distance(to: route.corners[2])
    let hypotenuse = (along * along + across * across).squareRoot()
    #expect(abs(hypotenuse - straight) < straight / 1000)
  }
}
