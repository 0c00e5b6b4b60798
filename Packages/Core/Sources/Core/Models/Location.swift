public import Basics
import Glibc

/// A point on the globe, in degrees.
public struct Location: Hashable, Sendable {
  public let latitude: Double
  public let longitude: Double

  /// Where a rider is taken to be until another location is set: Sydney, on Bridge Street.
  public static let defaultLocation = Location(checkedLatitude: -33.864308, 151.209146)

  /// Creates a location from degrees.
  ///
  /// - Parameters:
  ///   - latitude: Degrees north of the equator, in `-90...90`.
  ///   - longitude: Degrees east of Greenwich, in `-180...180`.
  /// - Throws: ``LocationError`` when a value is out of range or not a number.
  public init(latitude: Double, longitude: Double) throws(LocationError) {
    guard (-90...90).contains(latitude) else {
      throw .outOfRange(name: "latitude", value: latitude, limit: 90)
    }
    guard (-180...180).contains(longitude) else {
      throw .outOfRange(name: "longitude", value: longitude, limit: 180)
    }
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Creates the location nearest to the given degrees: the latitude is clamped to the poles,
  /// the longitude wraps around, and a value that is not a number counts as zero.
  public init(nearestTo latitude: Double, _ longitude: Double) {
    let finiteLatitude = latitude.isFinite ? latitude : 0
    let wrapped = (longitude.isFinite ? longitude : 0).remainder(dividingBy: 360)
    self.init(checkedLatitude: min(90, max(-90, finiteLatitude)), wrapped)
  }

  private init(checkedLatitude latitude: Double, _ longitude: Double) {
    (self.latitude, self.longitude) = (latitude, longitude)
  }

  /// Reads `LAT,LON`, for example `-33.858667,151.214028`.
  ///
  /// - Throws: ``LocationError`` when the text is not two numbers or one is out of range.
  public init(parsing text: String) throws(LocationError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    // Swift also reads hexadecimal numbers, which nobody means.
    let numbers = parts.compactMap { part in
      part.contains { "xX".contains($0) } ? nil : Double(part.filter { $0 != " " })
    }
    guard parts.count == 2, numbers.count == 2 else { throw .notTwoNumbers(text: text) }
    try self.init(latitude: numbers[0], longitude: numbers[1])
  }

  /// Returns the great-circle distance to another location, in meters.
  ///
  /// On a sphere of the Earth's mean radius: within 0.6 % of the WGS 84 ellipsoid.
  /// Source: R. W. Sinnott, "Virtues of the Haversine", Sky and Telescope 68 (1984), p. 159.
  public func distance(to other: Location) -> Double {
    let fromLatitude = latitude * .pi / 180
    let toLatitude = other.latitude * .pi / 180
    let halfLatitude = sin((toLatitude - fromLatitude) / 2)
    let halfLongitude = sin((other.longitude - longitude) * .pi / 360)
    let chord =
      halfLatitude * halfLatitude
      + cos(fromLatitude) * cos(toLatitude) * halfLongitude * halfLongitude
    return 2 * Self.earthRadius * asin(min(1, chord.squareRoot()))
  }

  /// The mean radius of the Earth in meters. Source: IUGG, Geodetic Reference System 1980, R1.
  public static let earthRadius = 6_371_008.8
  /// The usual speed of cars in a city, in meters per second: 25 km/h, traffic lights included.
  public static let citySpeed = 25 / 3.6

  /// Returns the point at a part of the way to another location, the shorter one around the globe.
  ///
  /// Between points of one city a straight line in degrees is the great circle but for centimeters.
  public func moved(by part: Double, to end: Location) -> Location {
    if part >= 1 { return end }
    let east = (end.longitude - longitude).remainder(dividingBy: 360)
    return Location(nearestTo: latitude + (end.latitude - latitude) * part, longitude + east * part)
  }
}

extension Location: CustomStringConvertible {
  /// The form that ``init(parsing:)`` reads.
  public var description: String { "\(latitude),\(longitude)" }
}

extension Location: Decodable, JSONRepresentable {
  public var json: JSON { .object(members) }

  /// The coordinates, as members of the location or of a waypoint there.
  var members: JSON.Object { ["latitude": .number(latitude), "longitude": .number(longitude)] }

  public init(from decoder: any Decoder) throws {
    try self.init(members: decoder.container(keyedBy: JSON.PathKey.self))
  }

  /// Reads the coordinates among the members of a location or of a waypoint there.
  init(members: KeyedDecodingContainer<JSON.PathKey>) throws {
    try self.init(
      latitude: members.decode(Double.self, forKey: "latitude"),
      longitude: members.decode(Double.self, forKey: "longitude"))
  }
}

/// An invalid location.
public enum LocationError: Error, Equatable {
  case outOfRange(name: String, value: Double, limit: Double)
  case notTwoNumbers(text: String)
}

extension LocationError: CustomStringConvertible {
  /// The error of the value, and the valid values.
  public var description: String {
    switch self {
    case .outOfRange(let name, let value, let limit):
      "The \(name)\(value.isFinite ? " \(value)" : "") is off the globe; "
        + "use a number from -\(limit) to \(limit)."
    case .notTwoNumbers(let text):
      "'\(text)' is no location; write LAT,LON in degrees, for example -33.858667,151.214028."
    }
  }
}
