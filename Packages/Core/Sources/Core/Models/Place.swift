public import Basics

/// A named point that a rider can be taken to.
public struct Place: Hashable, Sendable {
  public let id: Identifier<Place>
  public let name: String
  public let location: Location
  /// Meters from the point of the search along the great circle; absent without such a point.
  public let distanceMeters: Int?

  public init(id: Identifier<Place>, name: String, location: Location, distanceMeters: Int? = nil) {
    self.id = id
    self.name = name
    self.location = location
    self.distanceMeters = distanceMeters
  }
}

extension Place: JSONObjectCodable {
  /// Reads a place; a distance that is not on the globe is an error.
  public init(from object: JSONObjectDecoder) throws {
    id = Identifier(try object.decode("id"))
    name = try object.decode("name")
    location = try object.decode("location")
    distanceMeters = try object.decodeIfPresent("distanceMeters", in: PlausibleNumbers.meters)
  }

  public func encode(to object: inout JSONObjectEncoder) throws {
    if let distanceMeters { try object.encode("distanceMeters", distanceMeters) }
    try object.encode("id", id.rawValue)
    try object.encode("location", location)
    try object.encode("name", name)
  }
}

/// The order of the places that match a query.
public enum PlaceRanking: String, Codable, CaseIterable, Sendable {
  /// Names that match better come first; nearness decides between equals.
  case match
  /// Nearer places come first; the match decides between equals.
  case nearness
}
