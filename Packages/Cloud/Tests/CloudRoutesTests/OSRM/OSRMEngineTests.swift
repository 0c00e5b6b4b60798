import Basics
import CloudDomain
import Core
import CoreHTTP
import CoreTesting
import FoundationEssentials
import Testing

@testable import CloudRoutes

private let engine = EnvironmentVariables.all["KOOBER_TEST_OSRM"].flatMap {
  try? CloudAddress(parsing: $0)
}

/// Asks a real engine on the town of streets that `.ci/osrm` makes.
@Suite(.enabled(if: engine != nil, "KOOBER_TEST_OSRM names no engine"))
struct OSRMEngineTests {
  private let transport: HTTPTransport
  private let model: OSRMRouteModel

  init() throws {
    let settings = HTTPTransport.Settings(address: try #require(engine))
    transport = HTTPTransport(
      settings: settings, wallClock: SystemWallClock(), randomBytes: SystemRandomBytes())
    model = OSRMRouteModel(transport: transport, wallClock: SystemWallClock())
  }

  /// A point on the map that has roads all around.
  private static func point(_ numbers: inout SplitMix64) -> Location {
    Location(nearestTo: 47 + 0.04 * numbers.nextPart(), 9.5 + 0.04 * numbers.nextPart())
  }

  @Test func `Random trips are as long as the engine says`() async throws {
    var numbers = SplitMix64(1)
    for _ in 0..<200 {
      let (start, end) = (Self.point(&numbers), Self.point(&numbers))
      let route = try await model.route(from: start, to: end)

      let own = try await transport.send(
        CloudRequest(
          method: .get,
          path: [
            "route", "v1", "driving",
            "\(start.longitude),\(start.latitude);\(end.longitude),\(end.latitude)",
          ], query: ["overview": "false"]))
      let routes = try JSON(parsing: own.body).object?["routes"]
      let answer = try #require(routes?.elements?.first?.object)
      #expect(route.distance == answer["distance"]?.double)
      #expect(route.duration == answer["duration"]?.double)
      let length = zip(route.corners, route.corners.dropFirst())
        .reduce(0) { $0 + $1.0.distance(to: $1.1) }
      #expect(abs(length - route.distance) < route.distance * 0.01 + 5)
    }
  }

  @Test func `The engine's model keeps the contract`() async throws {
    var numbers = SplitMix64(2)
    let trips = (0..<20).map { _ in (start: Self.point(&numbers), end: Self.point(&numbers)) }

    try await expectContract(of: model, trips: trips, reach: OSRMRouteModel.reach)
    try await model.check()
  }

  @Test func `The streets of the map are those of the town, joined`() async throws {
    let middle = MapTileAddress(containing: Location(nearestTo: 47.02, 9.52), zoom: 14)

    let streets = try await model.streets(in: middle)

    let names = Set(streets.compactMap(\.name))
    #expect(names.count > 10)
    #expect(names.allSatisfy { $0.hasPrefix("Street ") })
    // A square of the map is two kilometers wide; a piece that is not joined ends after 250 m.
    #expect(streets.contains { $0.line.points[0].distance(to: $0.line.points.last!) > 1000 })
    #expect(Set(streets.map(\.kind)).count > 1)
  }

  @Test func `Where there is no road, the trip has none`() async throws {
    let (land, sea) = (Location(nearestTo: 47.02, 9.52), Location(nearestTo: 0, 0))

    await #expect(throws: RouteError.noRoad(.start)) { try await model.route(from: sea, to: land) }
    await #expect(throws: RouteError.noRoad(.end)) { try await model.route(from: land, to: sea) }
    #expect(try await model.approaches(from: [land, sea], to: land)[1] == nil)
    await #expect(throws: RouteError.noRoad(.end)) {
      try await model.approaches(from: [land], to: sea)
    }
  }
}
