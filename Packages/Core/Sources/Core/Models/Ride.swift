public import Basics
public import FoundationEssentials

/// The state of a ride at one moment.
public struct Ride: Hashable, Sendable {
  /// The kind of ride that was requested.
  public struct Option: Hashable, Sendable {
    public let id: RideOptionKind
    public let name: String

    public init(_ kind: RideOptionKind) {
      id = kind
      name = kind.name
    }
  }

  public let id: Identifier<Ride>
  public let state: RideState
  public let request: RideRequest
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
  /// How long the trip takes, in seconds; absent in the answers of older clouds.
  public let durationSeconds: Int?

  public init(
    id: Identifier<Ride>, state: RideState, request: RideRequest, price: Money,
    requestedAt: Date, car: Car?, driver: Driver?, secondsUntilPickup: Int?,
    secondsUntilDropoff: Int?, route: [Location], durationSeconds: Int? = nil
  ) {
    self.id = id
    self.state = state
    self.request = request
    self.price = price
    self.requestedAt = requestedAt
    self.car = car
    self.driver = driver
    self.secondsUntilPickup = secondsUntilPickup
    self.secondsUntilDropoff = secondsUntilDropoff
    self.route = route
    self.durationSeconds = durationSeconds
  }

  public var option: Option { Option(request.option) }
  public var pickup: Waypoint { request.pickup }
  public var dropoff: Waypoint { request.dropoff }

  /// The length of the route, in meters.
  public var distanceMeters: Int {
    Int(zip(route, route.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }.rounded())
  }

  /// The amount that the rider owes in the end: nothing for a cancelled ride; `nil` before the end.
  public var amountDue: Money? {
    guard state.isEnded else { return nil }
    return state == .completed ? price : Money(currency: price.currency, minorUnits: 0)
  }
}

/// How far a ride has come.
public enum RideState: String, Codable, CaseIterable, Sendable {
  case requested, accepted, arriving, arrived, onTrip, completed, cancelled

  /// The name that riders see.
  public var name: String { self == .onTrip ? "on trip" : rawValue }

  /// Whether nothing more happens to the ride.
  public var isEnded: Bool { self == .completed || self == .cancelled }

  /// Whether the rider may still cancel: until the rider is in the car.
  public var isCancellable: Bool { !isEnded && self != .onTrip }
}

/// The car of an accepted ride.
public struct Car: Hashable, Sendable {
  public let model: String
  public let plate: String
  public let location: Location

  public init(model: String, plate: String, location: Location) {
    self.model = model
    self.plate = plate
    self.location = location
  }
}

/// The driver of an accepted ride.
public struct Driver: Hashable, Sendable {
  public let name: String

  public init(name: String) { self.name = name }
}

/// A free car that a rider can see on the map.
public struct NearbyCar: Codable, Hashable, Sendable {
  public let option: RideOptionKind
  public let location: Location

  public init(option: RideOptionKind, location: Location) {
    self.option = option
    self.location = location
  }
}

extension Ride: JSONObjectCodable {
  /// Reads a ride; times and amounts that no ride has are an error.
  public init(from object: JSONObjectDecoder) throws {
    let option: Option = try object.decode("option")
    self.init(
      id: Identifier(try object.decode("id")), state: try object.decode("state"),
      request: RideRequest(
        pickup: try object.decode("pickup"), dropoff: try object.decode("dropoff"),
        option: option.id),
      price: try object.decode("price"),
      requestedAt: try object.decode("requestedAt"), car: try object.decodeIfPresent("car"),
      driver: try object.decodeIfPresent("driver"),
      secondsUntilPickup: try object.decodeIfPresent(
        "secondsUntilPickup", in: PlausibleNumbers.seconds),
      secondsUntilDropoff: try object.decodeIfPresent(
        "secondsUntilDropoff", in: PlausibleNumbers.seconds),
      route: try object.decode("route"),
      durationSeconds: try object.decodeIfPresent("durationSeconds", in: PlausibleNumbers.seconds))
  }

  /// Writes every member: what is absent is `null`, so that a reader finds the name.
  public func encode(to object: inout JSONObjectEncoder) throws {
    try object.encode("amountDue", amountDue)
    try object.encode("car", car)
    try object.encode("distanceMeters", distanceMeters)
    try object.encode("driver", driver)
    try object.encode("dropoff", dropoff)
    try object.encode("durationSeconds", durationSeconds)
    try object.encode("id", id.rawValue)
    try object.encode("option", option)
    try object.encode("pickup", pickup)
    try object.encode("price", price)
    try object.encode("requestedAt", requestedAt)
    try object.encode("route", route)
    try object.encode("secondsUntilDropoff", secondsUntilDropoff)
    try object.encode("secondsUntilPickup", secondsUntilPickup)
    try object.encode("state", state.rawValue)
  }
}

extension Ride.Option: JSONObjectCodable {
  public init(from object: JSONObjectDecoder) throws {
    id = try object.decode("id")
    name = try object.decode("name")
  }

  public func encode(to object: inout JSONObjectEncoder) throws {
    try object.encode("id", id.rawValue)
    try object.encode("name", name)
  }
}

extension Car: JSONObjectCodable {
  public init(from object: JSONObjectDecoder) throws {
    self.init(
      model: try object.decode("model"), plate: try object.decode("plate"),
      location: try object.decode("location"))
  }

  public func encode(to object: inout JSONObjectEncoder) throws {
    try object.encode("location", location)
    try object.encode("model", model)
    try object.encode("plate", plate)
  }
}

extension Driver: JSONObjectCodable {
  public init(from object: JSONObjectDecoder) throws {
    self.init(name: try object.decode("name"))
  }

  public func encode(to object: inout JSONObjectEncoder) throws {
    try object.encode("name", name)
  }
}
