import Basics
import Core
import Testing

@testable import CloudDomain

struct BoundingBoxTests {
  @Test func `No point of a box is nearer than the box`() {
    var numbers = SplitMix64(42)
    func number(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * numbers.nextPart()
    }
    for _ in 0..<2000 {
      let south = number(-90...90)
      let west = number(-180...180)
      let box = BoundingBox(
        latitudes: south...number(south...90), longitudes: west...number(west...180))
      let point = Location(nearestTo: number(-90...90), number(-180...180))
      let distance = box.distance(to: point)

      for _ in 0..<20 {
        let inside = Location(nearestTo: number(box.latitudes), number(box.longitudes))
        #expect(inside.distance(to: point) >= distance - 0.001)
      }
    }
  }

  @Test(arguments: [
    (5.0, 5.0, 0.0), (12, 5, 2), (-3, 5, 3), (0, 13, 3), (10, -2, 1.97), (0, -175, 175),
    (0, -171, 171),
  ])
  func `The distance is that to the nearest side`(
    latitude: Double, longitude: Double, degrees: Double
  ) {
    let box = BoundingBox(latitudes: 0...0, longitudes: 0...10)
    let tall = BoundingBox(latitudes: 0...10, longitudes: 0...10)
    let point = Location(nearestTo: latitude, longitude)

    let metersPerDegree = Location.earthRadius * .pi / 180
    let found = (degrees < 90 ? tall : box).distance(to: point) / metersPerDegree
    #expect(abs(found - degrees) < 0.01)
  }
}
