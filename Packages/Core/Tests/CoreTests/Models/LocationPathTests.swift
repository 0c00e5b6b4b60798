import Core
import CoreTesting
import Testing

struct LocationPathTests {
  private let way = [
    Location(nearestTo: 0, 0), Location(nearestTo: 0, 1), Location(nearestTo: 3, 1),
  ]

  @Test(arguments: [
    (-1.0, 0.0, 0.0), (0, 0, 0), (0.125, 0, 0.5), (0.25, 0, 1), (0.625, 1.5, 1), (1, 3, 1),
    (7, 3, 1),
  ])
  func `A part of the way is a point`(part: Double, latitude: Double, longitude: Double) throws {
    let point = try #require(way.point(after: way.legs.reduce(0, +) * part))

    #expect(abs(point.latitude - latitude) < 1e-6)
    #expect(abs(point.longitude - longitude) < 1e-6)
  }

  @Test func `A way of one corner has one point, an empty one has none`() {
    #expect([Location.operaHouse].point(after: 5) == .operaHouse)
    #expect([Location.operaHouse, .operaHouse].point(after: 5) == .operaHouse)
    #expect([Location]().point(after: 5) == nil)
  }

  @Test func `The shorter way around the globe is taken`() throws {
    let way = [Location(nearestTo: 0, 179), Location(nearestTo: 0, -179)]

    let point = try #require(way.point(after: way.legs[0] / 4))

    #expect(abs(point.longitude - 179.5) < 1e-9)
  }
}
