internal import Glibc

/// A place on the globe.
public struct MapPoint: Sendable, Hashable {
  /// Degrees north of the equator.
  public var latitude: Double
  /// Degrees east of Greenwich.
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Whether the point is on the globe.
  var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 360 }

  /// Meters per degree of latitude on a sphere of the Earth's mean radius, 6 371 008.8 m.
  /// Source: H. Moritz, "Geodetic Reference System 1980", Journal of Geodesy 74 (2000).
  static let metersPerDegree = 6_371_008.8 * Double.pi / 180

  /// The vector to another point, in meters east and north, on the tangent plane of the globe at the
  /// middle latitude of both; within 0.1 % up to 100 km away from the poles.
  func offset(to other: MapPoint) -> (east: Double, north: Double) {
    let middle = (latitude + other.latitude) / 2
    let degrees = Self.wrapped(other.longitude - longitude)
    return (
      degrees * cos(middle * .pi / 180) * Self.metersPerDegree,
      (other.latitude - latitude) * Self.metersPerDegree
    )
  }

  /// The shorter way around the globe.
  static func wrapped(_ degrees: Double) -> Double {
    abs(degrees) <= 180 ? degrees : degrees - 360 * (degrees / 360).rounded()
  }
}
