import Basics
import Core
import Testing

@testable import CloudDomain

struct BoundingBoxTests {
  @Test func `The cell of what is in a box is one of the box's cells`() {
    var numbers = SplitMix64(9)
    for _ in 0..<2000 {
      let south = 180 * numbers.nextPart() - 90
      let west = 360 * numbers.nextPart() - 180
      let box = BoundingBox(
        latitudes: south...min(90, south + numbers.nextPart()),
        longitudes: west...min(180, west + 3 * numbers.nextPart()))
      let place = Location(
        nearestTo: south + (box.latitudes.upperBound - south) * numbers.nextPart(),
        west + (box.longitudes.upperBound - west) * numbers.nextPart())
      #expect(GridCell.ranges(of: box).contains { $0.contains(GridCell.number(of: place)) })
    }
    let corners = [Location(nearestTo: 90, 180), Location(nearestTo: -90, -180)]
    #expect(Set(corners.map(GridCell.number)).count == 2)
  }

  @Test(arguments: [0.0, 1, 500, 8000, 300_000, 19_000_000, 30_000_000])
  func `What is near a point is in a box around it`(meters: Double) {
    var numbers = SplitMix64(7)
    for _ in 0..<500 {
      let point = Location(
        nearestTo: 180 * numbers.nextPart() - 90, 360 * numbers.nextPart() - 180)
      let near = Location(
        nearestTo: point.latitude + 4 * (numbers.nextPart() - 0.5) * meters / 111_195,
        point.longitude + 8 * (numbers.nextPart() - 0.5) * meters / 111_195)
      let boxes = BoundingBox.around(point, meters: meters)

      for place in [point, near] where place.distance(to: point) <= meters {
        #expect(
          boxes.contains { box in
            box.latitudes.contains(place.latitude) && box.longitudes.contains(place.longitude)
          }, "\(place) is \(place.distance(to: point)) m from \(point)")
      }
    }
  }

  @Test(arguments: [(0.0, 180.0), (0, -180), (90, 0), (-90, 0), (89.99, 12), (-45, 179.999)])
  func `The date line and the poles have boxes around them`(latitude: Double, longitude: Double) {
    let point = Location(nearestTo: latitude, longitude)
    for (north, east) in [(0.04, 0.0), (-0.04, 0), (0, 0.04), (0, -0.04), (0.0, 179.0)] {
      let east = (longitude + east + 540).truncatingRemainder(dividingBy: 360) - 180
      let near = Location(nearestTo: max(-90, min(90, latitude + north)), east)
      guard near.distance(to: point) <= 8000 else { continue }
      let boxes = BoundingBox.around(point, meters: 8000)
      #expect(
        boxes.contains {
          $0.latitudes.contains(near.latitude) && $0.longitudes.contains(near.longitude)
        }, "\(near)")
    }
  }

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
