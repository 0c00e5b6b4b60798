import Core
import CoreTesting
import Glibc
import Testing

struct StreetGridTests {
  @Test(arguments: [0.0, 10, 80])
  func `A way turns once, at a right angle, after going along the bearing`(bearing: Double) throws {
    let corners = StreetGrid(bearing: bearing).corners(from: .operaHouse, to: .appleStore)

    try #require(corners.count == 3)
    let scale = cos(-33.8637 * .pi / 180)
    let legs = zip(corners, corners.dropFirst()).map { a, b in
      (east: (b.longitude - a.longitude) * scale, north: b.latitude - a.latitude)
    }
    let along = atan2(legs[0].east, legs[0].north) * 180 / .pi - bearing
    #expect(abs(along.remainder(dividingBy: 180)) < 0.01)
    #expect(abs(legs[0].east * legs[1].east + legs[0].north * legs[1].north) < 1e-8)
  }

  @Test func `A way along a street has no turn`() {
    let (start, end) = (Location(nearestTo: 10, 20), Location(nearestTo: 11, 20))

    #expect(StreetGrid(bearing: 0).corners(from: start, to: end) == [start, end])
  }
}
