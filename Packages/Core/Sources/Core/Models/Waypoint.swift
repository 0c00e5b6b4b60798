public import Basics

/// An end of a trip: a point, and its name where it has one.
public struct Waypoint: Hashable, Sendable {
  public let location: Location
  public let name: String?

  public init(_ location: Location, name: String? = nil) {
    (self.location, self.name) = (location, name)
  }
}

extension Waypoint: CustomStringConvertible {
  /// The name, or the location without one.
  public var description: String { name ?? location.description }
}

/// One object has the members of the location and the name.
extension Waypoint: Decodable, JSONRepresentable {
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSON.PathKey.self)
    location = try Location(members: members)
    name = try members.decodeIfPresent(String.self, forKey: "name")
  }

  public var json: JSON {
    var members = location.members
    members["name"] = name.map(JSON.string)
    return .object(members)
  }
}
