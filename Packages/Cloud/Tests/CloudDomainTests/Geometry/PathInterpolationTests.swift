import Core
import CoreTesting
import Testing

@testable import CloudDomain

struct PathInterpolationTests {
  private let corners = [
    Location(nearestTo: 0, 0), Location(nearestTo: 0, 1), Location(nearestTo: 3, 1),
  ]

  @Test(arguments: [
    (-1.0, 0.0, 0.0), (0, 0, 0), (0.125, 0, 0.5), (0.25, 0, 1), (0.625, 1.5, 1), (1, 3, 1),
    (7, 3, 1),
  ])
  func `A part of the way is a point`(part: Double, latitude: Double, longitude: Double) throws {
    let point = try #require(PathInterpolation.point(on: corners, part: part))

    #expect(abs(point.latitude - latitude) < 1e-6)
    #expect(abs(point.longitude - longitude) < 1e-6)
  }

  @Test func `A way of one corner has one point, an empty one has none`() {
    #expect(PathInterpolation.point(on: [.operaHouse], part: 0.5) == .operaHouse)
    #expect(PathInterpolation.point(on: [.operaHouse, .operaHouse], part: 0.5) == .operaHouse)
    #expect(PathInterpolation.point(on: [], part: 0.5) == nil)
  }

  @Test func `The shorter way around the globe is taken`() throws {
    let corners = [Location(nearestTo: 0, 179), Location(nearestTo: 0, -179)]

    let point = try #require(PathInterpolation.point(on: corners, part: 0.25))

    #expect(abs(point.longitude - 179.5) < 1e-9)
  }
}
