public import Basics

/// An end of a trip: a point, and its name where it has one.
public struct Waypoint: Hashable, Sendable {
  public let location: Location
  public let name: String?

  public init(_ location: Location, name: String? = nil) {
    self.location = location
    self.name = name
  }
}

extension Waypoint: CustomStringConvertible {
  /// The name, or the location without one.
  public var description: String { name ?? location.description }
}

extension Waypoint: JSONObjectCodable {
  public init(from object: JSONObjectDecoder) throws {
    location = try Location(from: object)
    name = try object.decodeIfPresent("name")
  }

  public func encode(to object: inout JSONObjectEncoder) throws {
    try location.encode(to: &object)
    if let name { try object.encode("name", name) }
  }
}
