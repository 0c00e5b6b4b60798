public import Basics
public import FoundationEssentials

/// The state of a ride at one moment.
public struct Ride: Hashable, Sendable {
  /// The kind of ride that was requested.
  public struct Option: Codable, Hashable, Sendable {
    public let id: RideOptionKind
    public let name: String

    public init(_ kind: RideOptionKind) {
      id = kind
      name = kind.name
    }
  }

  public let id: Identifier<Ride>
  public let state: RideState
  public var request: RideRequest
  public var price: Money
  public let requestedAt: Date
  /// The car, from the moment a driver accepts.
  public var car: Car?
  /// The driver, from the moment a driver accepts.
  public let driver: Driver?
  /// Seconds until the car is at the pick-up; absent once it is there, and for ended rides.
  public var secondsUntilPickup: Int?
  /// Seconds until the drop-off; absent for ended rides.
  public var secondsUntilDropoff: Int?
  /// The corners of the route from the pick-up to the drop-off, both included; none in an answer without
  /// ways.
  public var route: [Location]
  /// The corners of the car's way to the pick-up; absent without a car, and once it is there.
  public var approach: [Location]?
  /// How long the trip takes, in seconds; absent in the answers of older clouds.
  public var durationSeconds: Int?
  /// The name of the model that planned the route; absent in the answers of older clouds.
  public let routeModel: String?
  /// Why a ride with a real driver was cancelled.
  public let cancellation: RideCancellation?
  /// What the rider's cancellation costs; absent where it is free whenever it comes.
  public let cancellationFee: CancellationFee?
  /// The fare of a trip that ended early or elsewhere than at the drop-off; absent where it is the price.
  public let fare: Money?
  /// The four digits that a real driver needs to start the trip, for the rider alone: from the acceptance
  /// to the start.
  public var code: String?
  /// What the rider gave the driver besides ``amountDue``; for both of them.
  public var tip: Money?
  /// The stars that the rider has given, 1 to 5; nobody else is told.
  public var stars: Int?

  public init(
    id: Identifier<Ride>, state: RideState, request: RideRequest, price: Money,
    requestedAt: Date, car: Car?, driver: Driver?, secondsUntilPickup: Int?,
    secondsUntilDropoff: Int?, route: [Location], approach: [Location]? = nil,
    durationSeconds: Int? = nil, routeModel: String? = nil,
    cancellation: RideCancellation? = nil, cancellationFee: CancellationFee? = nil,
    fare: Money? = nil, code: String? = nil, tip: Money? = nil, stars: Int? = nil
  ) {
    (self.id, self.state, self.request, self.price) = (id, state, request, price)
    (self.requestedAt, self.car, self.driver) = (requestedAt, car, driver)
    self.secondsUntilPickup = secondsUntilPickup
    (self.secondsUntilDropoff, self.route) = (secondsUntilDropoff, route)
    (self.approach, self.durationSeconds) = (approach, durationSeconds)
    (self.routeModel, self.cancellation) = (routeModel, cancellation)
    self.cancellationFee = cancellationFee
    (self.fare, self.code, self.tip, self.stars) = (fare, code, tip, stars)
  }

  /// Returns the ride with the ways that an earlier answer has; `nil` where the car comes another way.
  public func taking(waysOf known: Ride) -> Ride? {
    let hasApproach = car != nil && (state == .accepted || state == .arriving)
    if hasApproach, known.approach == nil || known.car?.plate != car?.plate { return nil }
    var ride = self
    ride.route = known.route
    ride.approach = hasApproach ? known.approach : nil
    return ride
  }

  /// Returns the ride at another position; one from before the pick-up may come after it.
  public func moved(to position: RidePosition) -> Ride {
    var ride = self
    ride.car = car.map {
      Car(model: $0.model, plate: $0.plate, location: position.car ?? $0.location)
    }
    ride.secondsUntilPickup = state.isCancellable ? position.secondsUntilPickup : nil
    ride.secondsUntilDropoff = position.secondsUntilDropoff
    return ride
  }

  public var option: Option { Option(request.option) }
  public var pickup: Waypoint { request.pickup }
  public var dropoff: Waypoint { request.dropoff }

  /// The length of the route, in meters.
  public var distanceMeters: Int {
    Int(zip(route, route.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }.rounded())
  }

  /// What the rider owes in the end, nothing or a fee for a cancelled ride; `nil` before the end.
  public var amountDue: Money? {
    guard state.isEnded else { return nil }
    if state == .completed { return fare ?? price }
    return cancellation?.fee ?? Money(currency: price.currency, minorUnits: 0)
  }
}

/// Why a ride with a real driver was cancelled, and what it costs.
public struct RideCancellation: Codable, Hashable, Sendable {
  public enum Reason: String, Codable, CaseIterable, Sendable {
    /// The rider has cancelled.
    case rider
    /// No driver has accepted in time.
    case noDriver
    /// The rider has not come to the car.
    case noShow
  }

  public let reason: Reason
  /// What the rider owes nevertheless.
  public let fee: Money?

  public init(_ reason: Reason, fee: Money? = nil) { (self.reason, self.fee) = (reason, fee) }
}

/// What the rider's cancellation of a ride with a real driver costs, as it was when the cloud answered.
public struct CancellationFee: Codable, Hashable, Sendable {
  /// Why a cancellation costs nothing although its free minutes are over.
  public enum Waiver: String, Codable, CaseIterable, Sendable {
    /// The driver needs longer for the way than the offer said.
    case driverIsLate
    /// The driver has not come nearer.
    case driverIsNoNearer
  }

  /// How long after the acceptance, or after a late arrival, a cancellation is free whatever the driver does,
  /// in minutes.
  public static let freeMinutes = 2

  public let amount: Money
  /// Until then it is free.
  public let from: Date
  /// Whether it was due when the cloud answered; absent in the answers of older clouds.
  public let isDue: Bool?
  public let waiver: Waiver?

  public init(_ amount: Money, from: Date, isDue: Bool? = nil, waiver: Waiver? = nil) {
    (self.amount, self.from, self.isDue, self.waiver) = (amount, from, isDue, waiver)
  }
}

extension Ride {
  /// Returns the fee that a cancellation now costs as far as is known: none, or the stated one.
  public func feeOfCancellation(at now: Date) -> Money? {
    guard let fee = cancellationFee, fee.waiver == nil else { return nil }
    return fee.isDue == true || now >= fee.from ? fee.amount : nil
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
    (self.model, self.plate, self.location) = (model, plate, location)
  }
}

/// The driver of an accepted ride.
public struct Driver: Hashable, Sendable {
  /// What of a driver is made up.
  public enum Simulation: String, Codable, CaseIterable, Sendable {
    /// A real driver's autopilot makes up where the car is.
    case position
    /// There is no driver.
    case driver
  }

  public let name: String
  /// `nil` for a driver with a car; absent in the answers of older clouds.
  public let simulation: Simulation?

  public init(name: String, simulation: Simulation? = nil) {
    (self.name, self.simulation) = (name, simulation)
  }
}

extension Driver: Decodable, JSONRepresentable {
  public var json: JSON {
    ["name": .string(name), "simulation": simulation.map { .string($0.rawValue) } ?? .null]
  }
}

/// A free car that a rider can see on the map.
public struct NearbyCar: Codable, Hashable, Sendable {
  public let option: RideOptionKind
  public let location: Location

  public init(option: RideOptionKind, location: Location) {
    (self.option, self.location) = (option, location)
  }
}

extension Ride: Decodable, JSONRepresentable {
  /// Reads a ride; times and amounts that no ride has are an error.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: JSON.PathKey.self)
    let option = try members.decode(Option.self, forKey: "option")
    id = try members.decode(Identifier.self, forKey: "id")
    state = try members.decode(RideState.self, forKey: "state")
    request = RideRequest(
      pickup: try members.decode(Waypoint.self, forKey: "pickup"),
      dropoff: try members.decode(Waypoint.self, forKey: "dropoff"), option: option.id)
    price = try members.decode(Money.self, forKey: "price")
    requestedAt = try members.decode(Date.self, forKey: "requestedAt")
    car = try members.decodeIfPresent(Car.self, forKey: "car")
    driver = try members.decodeIfPresent(Driver.self, forKey: "driver")
    secondsUntilPickup = try members.decodeIfPresent(
      "secondsUntilPickup", in: PlausibleNumbers.seconds)
    secondsUntilDropoff = try members.decodeIfPresent(
      "secondsUntilDropoff", in: PlausibleNumbers.seconds)
    guard members.contains("route") else {
      throw DecodingError.keyNotFound(
        "route" as JSON.PathKey, .init(codingPath: [], debugDescription: "a ride has a route"))
    }
    route = try members.decodeIfPresent([Location].self, forKey: "route") ?? []
    approach = try members.decodeIfPresent([Location].self, forKey: "approach")
    durationSeconds = try members.decodeIfPresent("durationSeconds", in: PlausibleNumbers.seconds)
    routeModel = try members.decodeIfPresent(String.self, forKey: "routeModel")
    cancellation = try members.decodeIfPresent(RideCancellation.self, forKey: "cancellation")
    cancellationFee = try members.decodeIfPresent(CancellationFee.self, forKey: "cancellationFee")
    fare = try members.decodeIfPresent(Money.self, forKey: "fare")
    code = try members.decodeIfPresent(String.self, forKey: "code")
    tip = try members.decodeIfPresent(Money.self, forKey: "tip")
    stars = try members.decodeIfPresent(Int.self, forKey: "stars")
  }

  /// Every member: what is absent is `null`, so that a reader finds the name.
  public var json: JSON {
    get throws {
      func number(_ value: Int?) -> JSON { value.map { .number(JSON.Number($0)) } ?? .null }
      return [
        "amountDue": amountDue?.json ?? .null,
        "approach": approach.map { .array($0.map(\.json)) } ?? .null,
        "cancellation": try cancellation.map { try JSON(encoding: $0) } ?? .null,
        "cancellationFee": try cancellationFee.map { try JSON(encoding: $0) } ?? .null,
        "car": car?.json ?? .null,
        "code": code.map(JSON.string) ?? .null,
        "distanceMeters": number(distanceMeters),
        "driver": driver?.json ?? .null,
        "dropoff": dropoff.json,
        "durationSeconds": number(durationSeconds),
        "fare": fare?.json ?? .null,
        "id": .string(id.rawValue),
        "option": ["id": .string(option.id.rawValue), "name": .string(option.name)],
        "pickup": pickup.json,
        "price": price.json,
        "requestedAt": try JSON(encoding: requestedAt),
        "route": .array(route.map(\.json)),
        "routeModel": routeModel.map(JSON.string) ?? .null,
        "secondsUntilDropoff": number(secondsUntilDropoff),
        "secondsUntilPickup": number(secondsUntilPickup),
        "stars": number(stars),
        "state": .string(state.rawValue),
        "tip": tip?.json ?? .null,
      ]
    }
  }
}

extension Car: Decodable, JSONRepresentable {
  public var json: JSON {
    ["location": location.json, "model": .string(model), "plate": .string(plate)]
  }
}
