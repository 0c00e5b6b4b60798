import Basics
import BenchmarkKit
import CloudRoutes
import Core

extension Rows {
  static let rides = [cityWays, durableRide, durableRides]

  /// What the options of a trip ask of the route model.
  private static let cityWays = Benchmark.pairedWaiting(
    "a way and nine pick-ups in the built-in city", target: "≤ 0.3 ms, all pick-ups one search",
    prepare: { _ in CityFixture() },
    floor: { try await $0.findWay() },
    work: { fixture in
      try await fixture.findWay()
      try await fixture.findApproaches()
    })

  private static let durableRide = Benchmark.pairedWaiting(
    "a quote and a ride request through the embedded cloud, durable",
    target: "≤ 1.43 × floor (70 % of its rate)", prepare: { _ in try await RideFixture() },
    floor: { try await $0.insertRide() }, work: { try await $0.cloud.requestRide() })

  private static let durableRides = Benchmark.pairedWaiting(
    "8 quotes and ride requests at once through the embedded cloud, durable",
    target: "≤ 1.3 × one commit of eight", prepare: { _ in try await RideFixture(workers: 8) },
    floor: { try await $0.insertRides(8) },
    work: { fixture in
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await fixture.cloud.requestRide() } }
        try await group.waitForAll()
      }
    })
}

/// Trips and cars around the opera house.
private struct CityFixture: Sendable {
  private let model = BuiltInRouteModel()
  private let cars = (0..<9).map { number in
    Location(
      nearestTo: -33.8587 - 0.003 * Double(number % 3), 151.214 - 0.004 * Double(number / 3))
  }

  func findWay() async throws { _ = try await model.route(from: .operaHouse, to: .appleStore) }
  func findApproaches() async throws {
    _ = try await model.approaches(from: cars, to: .operaHouse)
  }
}

/// A cloud in a file, and beside it another file of the same schema that is written to directly.
private actor RideFixture {
  let cloud: BenchCloud
  private let folder: TemporaryFolder
  private let floor: RawRides

  init(workers: Int = 1) async throws {
    folder = try TemporaryFolder()
    cloud = BenchCloud(path: "\(folder.path)/cloud.sqlite", workers: workers)
    try await cloud.signUpRiders(upTo: RawRides.riderCount)
    floor = try await RawRides(path: "\(folder.path)/floor.sqlite")
  }

  func insertRide() throws { try floor.insert() }

  func insertRides(_ count: Int) throws {
    try floor.database.transaction { for _ in 0..<count { try floor.insertAlone() } }
  }
}
