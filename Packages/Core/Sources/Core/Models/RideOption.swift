/// A kind of ride, by size: the small Wallabee, the Wallaroo, the large Kangaroo.
public enum RideOptionKind: String, Codable, CaseIterable, Sendable {
  case wallabee, wallaroo, kangaroo

  /// The option's name for people.
  public var name: String {
    switch self {
    case .wallabee: "Wallabee"
    case .wallaroo: "Wallaroo"
    case .kangaroo: "Kangaroo"
    }
  }
}

/// A ride that can be requested now for one trip, with what it costs and when it comes.
public struct RideOption: Codable, Hashable, Sendable {
  public let id: RideOptionKind
  public let name: String
  public let price: Money
  public let secondsUntilPickup: Int
  /// The length of the trip in meters.
  public let distanceMeters: Int
  /// The length of the trip in seconds.
  public let durationSeconds: Int

  /// Creates an option for one trip.
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

  /// Reads an option; numbers that no trip has are an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(RideOptionKind.self, forKey: .id)
    name = try container.decode(String.self, forKey: .name)
    price = try container.decode(Money.self, forKey: .price)
    secondsUntilPickup = try container.decode(
      .secondsUntilPickup, in: PlausibleNumbers.seconds)
    distanceMeters = try container.decode(.distanceMeters, in: PlausibleNumbers.meters)
    durationSeconds = try container.decode(.durationSeconds, in: PlausibleNumbers.seconds)
  }
}
