internal import Glibc

/// A place on the globe.
public struct MapPoint: Sendable, Hashable {
  /// Degrees north of the equator.
  public var latitude: Double
  /// Degrees east of Greenwich.
  public var longitude: Double

  /// Creates a point.
  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether the point is on the globe.
  var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 360 }
}

extension MapPoint {
  /// Metres per degree of latitude on a sphere of the Earth's mean radius, 6 371 008.8 m.
  ///
  /// Source: H. Moritz, "Geodetic Reference System 1980", Journal of Geodesy 74 (2000).
  static let metersPerDegree = 6_371_008.8 * Double.pi / 180

  /// The way to another point, in metres east and north, on a plane that touches the globe at the
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
    degrees - 360 * (degrees / 360).rounded()
  }
}

/// A distance in words.
enum DistanceText {
  /// Tens of metres below a kilometre, otherwise tenths of kilometres: `320 m`, `2.1 km`.
  static func distance(_ meters: Double) -> String {
    guard meters.isFinite, meters < 1e9 else { return "far away" }
    if meters < 995 { return "\(Int((meters / 10).rounded()) * 10) m" }
    return meters < 99_950 ? "\(decimal(meters / 1000)) km" : "\(Int(meters / 1000)) km"
  }

  /// One digit after the point, none for a whole number.
  static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// One of the eight points of the compass.
  static func direction(east: Double, north: Double) -> String {
    let names = [
      "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
    ]
    let turns = atan2(east, north) / (2 * .pi) * 8
    return names[(Int(turns.rounded()) + 8) % 8]
  }
}
