import Basics
import Core
import Glibc

extension Location {
  /// Moves along the corners that are ahead, and removes those that it passes.
  mutating func move(meters: Double, along corners: inout [Location]) {
    var left = meters
    while let corner = corners.first {
      let leg = distance(to: corner)
      guard left >= leg else {
        self = moved(by: left / leg, to: corner)
        return
      }
      left -= leg
      self = corners.removeFirst()
    }
  }
}

extension SplitMix64 {
  /// A waiting time of a Poisson process.
  mutating func nextExponential(mean: Double) -> Double { -log(1 - nextPart()) * mean }

  /// A point at a distance from another one; the points are spread evenly over the area.
  mutating func nextLocation(from center: Location, meters: ClosedRange<Double>) -> Location {
    let (least, most) = (meters.lowerBound, meters.upperBound)
    let square = Double.random(in: least * least...most * most, using: &self)
    let degrees = square.squareRoot() / Location.earthRadius * 180 / .pi
    let angle = Double.random(in: 0...2 * .pi, using: &self)
    return Location(
      nearestTo: center.latitude + degrees * cos(angle),
      center.longitude + degrees * sin(angle) / cos(center.latitude * .pi / 180))
  }

  /// A kind of ride; small ones are the most common.
  mutating func nextOption() -> RideOptionKind {
    let part = nextPart()
    return part < 0.7 ? .wallabee : part < 0.9 ? .wallaroo : .kangaroo
  }
}
