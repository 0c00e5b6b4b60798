package import Core
import Glibc

/// A bounding box on the globe, between two parallels and two meridians.
package struct BoundingBox: Equatable, Sendable {
  package let latitudes: ClosedRange<Double>
  package let longitudes: ClosedRange<Double>

  package init(latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>) {
    self.latitudes = latitudes
    self.longitudes = longitudes
  }

  /// Returns the distance from a point to the nearest point of the box, in meters.
  package func distance(to point: Location) -> Double {
    if longitudes.contains(point.longitude) {
      let nearest = min(latitudes.upperBound, max(latitudes.lowerBound, point.latitude))
      return abs(nearest - point.latitude) * .pi / 180 * Location.earthRadius
    }
    let side = [longitudes.lowerBound, longitudes.upperBound].min {
      Self.angle($0, point.longitude) < Self.angle($1, point.longitude)
    }
    return distance(from: point, toMeridian: side ?? longitudes.lowerBound)
  }

  /// The distance to one side of the box.
  ///
  /// By the spherical law of cosines the cosine of the distance to a point of the meridian is
  /// A · cos(its latitude − φ) with A > 0 and φ as below, so the nearest latitude is φ, or an end.
  private func distance(from point: Location, toMeridian longitude: Double) -> Double {
    let latitude = point.latitude * .pi / 180
    let apart = (longitude - point.longitude) * .pi / 180
    let peak = atan2(sin(latitude), cos(latitude) * cos(apart)) * 180 / .pi
    let nearest = latitudes.contains(peak) ? [peak] : [latitudes.lowerBound, latitudes.upperBound]
    return nearest.map { point.distance(to: Location(nearestTo: $0, longitude)) }
      .reduce(.infinity, min)
  }

  /// The smaller angle between two meridians, in degrees.
  private static func angle(_ one: Double, _ other: Double) -> Double {
    abs((one - other).remainder(dividingBy: 360))
  }
}
