/// A named point that a rider can be taken to.
public struct Place: Hashable, Sendable {
  public let id: Identifier<Place>
  public let name: String
  public let location: Location
  /// Meters from the point of the search along the great circle; absent without such a point.
  public let distanceMeters: Int?

  public init(id: Identifier<Place>, name: String, location: Location, distanceMeters: Int? = nil) {
    (self.id, self.name, self.location) = (id, name, location)
    self.distanceMeters = distanceMeters
  }
}

extension Place: Codable {
  /// Reads a place; a distance that is not on the globe is an error.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(Identifier.self, forKey: .id)
    name = try members.decode(String.self, forKey: .name)
    location = try members.decode(Location.self, forKey: .location)
    distanceMeters = try members.decodeIfPresent(.distanceMeters, in: PlausibleNumbers.meters)
  }
}

/// The order of the places that match a query.
public enum PlaceRanking: String, Codable, CaseIterable, Sendable {
  /// Names that match better come first; nearness decides between equals.
  case match
  /// Nearer places come first; the match decides between equals.
  case nearness
}
