public import FoundationEssentials

/// The state of a ride at one moment.
public struct Ride: Codable, Hashable, Sendable {
  /// The kind of ride that was requested.
  public struct Option: Codable, Hashable, Sendable {
    public let id: RideOptionKind
    public let name: String

    /// Names a kind of ride.
    public init(_ kind: RideOptionKind) {
      id = kind
      name = kind.name
    }
  }

  public let id: Identifier<Ride>
  public let state: RideState
  public let option: Option
  public let pickup: Waypoint
  public let dropoff: Waypoint
  public let price: Money
  public let requestedAt: Date
  /// The car, from the moment a driver accepts.
  public let car: Car?
  /// The driver, from the moment a driver accepts.
  public let driver: Driver?
  /// Seconds until the car is at the pick-up; absent once it is there, and for ended rides.
  public let secondsUntilPickup: Int?
  /// Seconds until the drop-off; absent for ended rides.
  public let secondsUntilDropoff: Int?
  /// The corners of the route from the pick-up to the drop-off, both included.
  public let route: [Location]

  /// Creates the state of a ride at one moment.
  public init(
    id: Identifier<Ride>, state: RideState, option: Option, pickup: Waypoint, dropoff: Waypoint,
    price: Money, requestedAt: Date, car: Car?, driver: Driver?, secondsUntilPickup: Int?,
    secondsUntilDropoff: Int?, route: [Location]
  ) {
    self.id = id
    self.state = state
    self.option = option
    self.pickup = pickup
    self.dropoff = dropoff
    self.price = price
    self.requestedAt = requestedAt
    self.car = car
    self.driver = driver
    self.secondsUntilPickup = secondsUntilPickup
    self.secondsUntilDropoff = secondsUntilDropoff
    self.route = route
  }
}

/// How far a ride has come.
public enum RideState: String, Codable, CaseIterable, Sendable {
  case requested, accepted, arriving, arrived, onTrip, completed, cancelled

  /// The state's name for people.
  public var name: String { self == .onTrip ? "on trip" : rawValue }

  /// Whether nothing more happens to the ride.
  public var isEnded: Bool { self == .completed || self == .cancelled }

  /// Whether the rider may still cancel: until the rider is in the car.
  public var isCancellable: Bool { !isEnded && self != .onTrip }
}

/// The car of an accepted ride.
public struct Car: Codable, Hashable, Sendable {
  public let model: String
  public let plate: String
  public let location: Location

  /// Creates a car at a point.
  public init(model: String, plate: String, location: Location) {
    self.model = model
    self.plate = plate
    self.location = location
  }
}

/// The driver of an accepted ride.
public struct Driver: Codable, Hashable, Sendable {
  public let name: String

  public init(name: String) {
    self.name = name
  }
}

/// A free car that a rider can see on the map.
public struct NearbyCar: Codable, Hashable, Sendable {
  public let option: RideOptionKind
  public let location: Location

  /// Creates a free car at a point.
  public init(option: RideOptionKind, location: Location) {
    self.option = option
    self.location = location
  }
}

extension Ride {
  private enum CodingKeys: CodingKey {
    case id, state, option, pickup, dropoff, price, requestedAt, car, driver, secondsUntilPickup,
      secondsUntilDropoff, route
  }

  /// Reads a ride; times and amounts that no ride has are an error.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try container.decode(Identifier<Ride>.self, forKey: .id),
      state: try container.decode(RideState.self, forKey: .state),
      option: try container.decode(Option.self, forKey: .option),
      pickup: try container.decode(Waypoint.self, forKey: .pickup),
      dropoff: try container.decode(Waypoint.self, forKey: .dropoff),
      price: try container.decode(Money.self, forKey: .price),
      requestedAt: try container.decode(Date.self, forKey: .requestedAt),
      car: try container.decodeIfPresent(Car.self, forKey: .car),
      driver: try container.decodeIfPresent(Driver.self, forKey: .driver),
      secondsUntilPickup: try container.decodeIfPresent(
        .secondsUntilPickup, in: PlausibleNumbers.seconds),
      secondsUntilDropoff: try container.decodeIfPresent(
        .secondsUntilDropoff, in: PlausibleNumbers.seconds),
      route: try container.decode([Location].self, forKey: .route))
  }

  /// Writes every key: what is absent is `null`, so that a reader finds the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(state, forKey: .state)
    try container.encode(option, forKey: .option)
    try container.encode(pickup, forKey: .pickup)
    try container.encode(dropoff, forKey: .dropoff)
    try container.encode(price, forKey: .price)
    try container.encode(requestedAt, forKey: .requestedAt)
    try container.encode(car, forKey: .car)
    try container.encode(driver, forKey: .driver)
    try container.encode(secondsUntilPickup, forKey: .secondsUntilPickup)
    try container.encode(secondsUntilDropoff, forKey: .secondsUntilDropoff)
    try container.encode(route, forKey: .route)
  }
}
