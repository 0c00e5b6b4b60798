public import FoundationEssentials

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

/// A price that holds for the rider until the quote expires, whatever has changed.
public struct Quote: Codable, Hashable, Sendable {
  /// Names the quote in a request.
  public let id: Identifier<Quote>
  public let expiresAt: Date

  public init(id: Identifier<Quote>, expiresAt: Date) {
    (self.id, self.expiresAt) = (id, expiresAt)
  }
}

/// A ride that can be requested now for one trip, with what it costs and when it comes.
public struct RideOption: Hashable, Sendable {
  public let id: RideOptionKind
  public let name: String
  public let price: Money
  /// Seconds until the car is at the pick-up; `nil` while no driver is free.
  public let secondsUntilPickup: Int?
  /// The length of the trip in meters.
  public let distanceMeters: Int
  /// The length of the trip in seconds.
  public let durationSeconds: Int
  /// Keeps the price.
  public let quote: Quote

  public init(
    id: RideOptionKind, price: Money, secondsUntilPickup: Int?, distanceMeters: Int,
    durationSeconds: Int, quote: Quote
  ) {
    self.id = id
    self.name = id.name
    (self.price, self.secondsUntilPickup) = (price, secondsUntilPickup)
    self.distanceMeters = distanceMeters
    (self.durationSeconds, self.quote) = (durationSeconds, quote)
  }
}

extension RideOption: Codable {
  /// Reads an option; numbers that no trip has are an error.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(RideOptionKind.self, forKey: .id)
    name = try members.decode(String.self, forKey: .name)
    price = try members.decode(Money.self, forKey: .price)
    secondsUntilPickup = try members.decodeIfPresent(
      .secondsUntilPickup, in: PlausibleNumbers.seconds)
    distanceMeters = try members.decode(.distanceMeters, in: PlausibleNumbers.meters)
    durationSeconds = try members.decode(.durationSeconds, in: PlausibleNumbers.seconds)
    quote = try members.decode(Quote.self, forKey: .quote)
  }
}
