package import Core

/// Motion along corners.
package enum PathInterpolation {
  /// Returns the point after a part of the way, at constant speed: 0 is the start, 1 the end, and
  /// values outside are clamped.
  package static func point(on corners: [Location], part: Double) -> Location? {
    let legs = zip(corners, corners.dropFirst()).map { $0.distance(to: $1) }
    return point(on: corners, legs: legs, part: part)
  }

  /// Returns the same for a way whose legs have been measured, in meters.
  package static func point(on corners: [Location], legs: [Double], part: Double) -> Location? {
    guard var previous = corners.first else { return nil }
    var rest = legs.reduce(0, +) * min(1, max(0, part))
    for (corner, length) in zip(corners.dropFirst(), legs) {
      if rest <= length, length > 0 { return previous.moved(by: rest / length, to: corner) }
      rest -= length
      previous = corner
    }
    return corners.last
  }
}
