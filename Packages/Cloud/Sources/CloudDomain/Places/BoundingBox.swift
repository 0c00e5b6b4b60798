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

  /// Returns boxes that contain everything within some meters of a point: two of them across the meridian
  /// at which longitudes begin anew.
  package static func around(_ point: Location, meters: Double) -> [BoundingBox] {
    let angle = meters / Location.earthRadius
    let (height, latitude) = (angle * 180 / .pi, point.latitude)
    let latitudes = max(-90, latitude - height)...min(90, latitude + height)
    // The meridians that touch the circle; near a pole it crosses all of them.
    let sine = sin(min(.pi / 2, angle)) / max(1e-12, cos(latitude * .pi / 180))
    guard abs(latitude) + height < 90, sine < 1 else {
      return [BoundingBox(latitudes: latitudes, longitudes: -180...180)]
    }
    let width = asin(sine) * 180 / .pi
    let (west, east) = (point.longitude - width, point.longitude + width)
    func box(_ longitudes: ClosedRange<Double>) -> BoundingBox {
      BoundingBox(latitudes: latitudes, longitudes: longitudes)
    }
    if west < -180 { return [box(-180...east), box(west + 360...180)] }
    if east > 180 { return [box(west...180), box(-180...east - 360)] }
    return [box(west...east)]
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
