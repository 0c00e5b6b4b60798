public import Basics

/// A kind of ride, by size: the small Wallabee, the Wallaroo, the large Kangaroo.
public enum RideOptionKind: String, Codable, CaseIterable, Sendable {
  case wallabee, wallaroo, kangaroo

  /// The name that riders see.
  public var name: String {
    switch self {
    case .wallabee: "Wallabee"
    case .wallaroo: "Wallaroo"
    case .kangaroo: "Kangaroo"
    }
  }
}

/// A ride that can be requested now for one trip, with what it costs and when it comes.
public struct RideOption: Hashable, Sendable {
  public let id: RideOptionKind
  public let name: String
  public let price: Money
  public let secondsUntilPickup: Int
  /// The length of the trip in meters.
  public let distanceMeters: Int
  /// The length of the trip in seconds.
  public let durationSeconds: Int

  public init(
    id: RideOptionKind, price: Money, secondsUntilPickup: Int, distanceMeters: Int,
    durationSeconds: Int
  ) {
    self.id = id
    self.name = id.name
    self.price = price
    self.secondsUntilPickup = secondsUntilPickup
    self.distanceMeters = distanceMeters
    self.durationSeconds = durationSeconds
  }
}

extension RideOption: JSONObjectCodable {
  /// Reads an option; numbers that no trip has are an error.
  public init(from object: JSONObjectDecoder) throws {
    id = try object.decode("id")
    name = try object.decode("name")
    price = try object.decode("price")
    secondsUntilPickup = try object.decode("secondsUntilPickup", in: PlausibleNumbers.seconds)
    distanceMeters = try object.decode("distanceMeters", in: PlausibleNumbers.meters)
    durationSeconds = try object.decode("durationSeconds", in: PlausibleNumbers.seconds)
  }

  public func encode(to object: inout JSONObjectEncoder) throws {
    try object.encode("distanceMeters", distanceMeters)
    try object.encode("durationSeconds", durationSeconds)
    try object.encode("id", id.rawValue)
    try object.encode("name", name)
    try object.encode("price", price)
    try object.encode("secondsUntilPickup", secondsUntilPickup)
  }
}
