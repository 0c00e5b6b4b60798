package import Core
import Glibc

/// Leaves out the corners of a way that hardly bend it, so that a ride through a country is not sent
/// with ten thousand corners every second.
///
/// Source: D. Douglas and T. Peucker, "Algorithms for the reduction of the number of points required
/// to represent a digitized line or its caricature", The Canadian Cartographer 10 (1973).
package enum PathSimplification {
  /// The most corners that a way keeps.
  package static let mostCorners = 500
  /// How far a corner that is left out may be from the way, in meters; more for too many corners.
  private static let tolerance = 1.0

  /// Returns the corners that are kept, both ends among them.
  package static func simplify(_ corners: [Location]) -> [Location] {
    var tolerance = tolerance
    var kept = corners
    // At worst the time grows with the square of the number, so there are not many.
    while kept.count > 4 * mostCorners {
      kept = thin(kept, tolerance)
      tolerance *= 2
    }
    kept = simplify(kept, tolerance: tolerance)
    while kept.count > mostCorners {
      tolerance *= 2
      kept = simplify(kept, tolerance: tolerance)
    }
    return kept
  }

  /// Leaves out corners that are nearer than a distance to the one before.
  private static func thin(_ corners: [Location], _ distance: Double) -> [Location] {
    var kept = Array(corners.prefix(1))
    for corner in corners.dropFirst().dropLast()
    where corner.distance(to: kept[kept.count - 1]) >= distance {
      kept.append(corner)
    }
    return kept + corners.dropFirst().suffix(1)
  }

  /// Returns the corners that are farther than a distance from the simplified line, in meters.
  package static func simplify(_ corners: [Location], tolerance: Double) -> [Location] {
    guard corners.count > 2 else { return corners }
    var isKept = [Bool](repeating: false, count: corners.count)
    (isKept[0], isKept[corners.count - 1]) = (true, true)
    var parts = [(first: 0, last: corners.count - 1)]
    while let (first, last) = parts.popLast() {
      let inner = first + 1..<last
      let distances = inner.map { distance(of: corners[$0], from: corners[first], corners[last]) }
      guard let farthest = distances.indices.max(by: { distances[$0] < distances[$1] }),
        distances[farthest] > tolerance
      else { continue }
      isKept[inner.lowerBound + farthest] = true
      parts += [(first, inner.lowerBound + farthest), (inner.lowerBound + farthest, last)]
    }
    return zip(corners, isKept).compactMap { $1 ? $0 : nil }
  }

  /// In meters, on the plane that touches the globe at a point.
  private static func distance(of point: Location, from a: Location, _ b: Location) -> Double {
    let perDegree = Location.earthRadius * .pi / 180
    let scale = cos(point.latitude * .pi / 180)
    func offset(_ other: Location) -> PlanePoint {
      let east = (other.longitude - point.longitude).remainder(dividingBy: 360)
      return PlanePoint(
        x: east * scale * perDegree, y: (other.latitude - point.latitude) * perDegree)
    }
    let origin = PlanePoint(x: 0, y: 0)
    return origin.nearest(onLegFrom: offset(a), to: offset(b)).point.distance(to: origin)
  }
}
