/// An end of a trip: a point, and its name where it has one.
public struct Waypoint: Codable, Hashable, Sendable {
  public let name: String?
  public let latitude: Double
  public let longitude: Double

  /// Creates an end of a trip.
  public init(_ location: Location, name: String? = nil) {
    self.name = name
    latitude = location.latitude
    longitude = location.longitude
  }

  /// The point alone.
  ///
  /// - Throws: ``LocationError`` when the waypoint was decoded from numbers off the globe.
  public var location: Location {
    get throws(LocationError) { try Location(latitude: latitude, longitude: longitude) }
  }
}
