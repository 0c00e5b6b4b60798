import Basics
import Core
import Glibc

/// The rest of a way, from where a driver is.
struct RemainingPath: Sendable {
  private(set) var location: Location
  private var corners: ArraySlice<Location>

  /// - Parameter corners: The corners that are still ahead.
  init(from location: Location, along corners: [Location]) {
    self.location = location
    self.corners = corners[...]
  }

  var isFinished: Bool { corners.isEmpty }

  /// Moves the location along the corners.
  mutating func move(meters: Double) {
    var left = meters
    while let corner = corners.first {
      let distance = location.distance(to: corner)
      guard distance > left else {
        left -= distance
        location = corner
        corners.removeFirst()
        continue
      }
      let part = left / distance
      location = Location(
        nearestTo: location.latitude + (corner.latitude - location.latitude) * part,
        location.longitude + (corner.longitude - location.longitude) * part)
      return
    }
  }
}

extension SplitMix64 {
  /// A number of a range.
  mutating func next(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + nextPart() * (range.upperBound - range.lowerBound)
  }

  /// A waiting time of a Poisson process.
  mutating func nextExponential(mean: Double) -> Double { -log(1 - nextPart()) * mean }

  /// A point at a distance from another one; the points are spread evenly over the area.
  mutating func nextLocation(from center: Location, meters: ClosedRange<Double>) -> Location {
    let (least, most) = (meters.lowerBound, meters.upperBound)
    let distance = next(in: least * least...most * most).squareRoot()
    let angle = next(in: 0...2 * .pi)
    let degrees = distance / Location.earthRadius * 180 / .pi
    return Location(
      nearestTo: center.latitude + degrees * cos(angle),
      center.longitude + degrees * sin(angle) / cos(center.latitude * .pi / 180))
  }

  /// A kind of ride; small ones are the most common.
  mutating func nextOption() -> RideOptionKind {
    switch nextPart() {
    case ..<0.7: .wallabee
    case ..<0.9: .wallaroo
    default: .kangaroo
    }
  }
}
