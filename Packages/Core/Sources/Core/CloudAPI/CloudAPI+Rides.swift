extension CloudAPI {
  public static let rideOptions = Endpoint<Trip, Empty, RideOptionList>(
    "rideOptions", .get, "/ride-options", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the kinds of ride for a trip, with price and time until pick-up.")

  public static let nearbyCars = Endpoint<PickupPoint, Empty, NearbyCarList>(
    "nearbyCars", .get, "/nearby-cars", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the free cars near a point, now.")

  public static let requestRide = Endpoint<Empty, RideRequest, Ride>(
    "requestRide", .post, "/rides", access: .rider, cost: .rows,
    limit: .writes, creates: true, isIdempotentByKey: true, conversion: .rideRequested,
    summary: "Requests a ride; a rider has one current ride at the most.")

  public static let currentRide = Endpoint<Empty, Empty, Ride>(
    "currentRide", .get, "/rides/current", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the rider's current ride.")

  public static let ride = Endpoint<RideReading, Empty, Ride>(
    "ride", .get, "/rides/{ride}", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns one of the rider's own rides.")

  public static let cancelRide = Endpoint<RideCancelling, Empty, Ride>(
    "cancelRide", .post, "/rides/{ride}/cancellation", access: .rider, cost: .rows, limit: .writes,
    conversion: .rideCancelled,
    summary: "Cancels a ride; cancelling a cancelled ride changes nothing. It costs nothing until "
      + "\(CancellationFee.freeMinutes) minutes after the acceptance, while the driver is later than "
      + "offered, and while the driver has not come nearer.")

  public static let rideHistory = Endpoint<PageRequest, Empty, RideList>(
    "rideHistory", .get, "/rides", access: .rider, cost: .longRead, limit: .longReads,
    summary: "Returns the rider's rides, newest first.")
}

/// The two ends of a trip, in degrees.
public struct Trip: Codable, Hashable, Sendable {
  public let pickupLatitude: Double
  public let pickupLongitude: Double
  public let dropoffLatitude: Double
  public let dropoffLongitude: Double

  public init(pickup: Location, dropoff: Location) {
    (pickupLatitude, pickupLongitude) = (pickup.latitude, pickup.longitude)
    (dropoffLatitude, dropoffLongitude) = (dropoff.latitude, dropoff.longitude)
  }
}

/// Where a rider waits, in degrees.
public struct PickupPoint: Codable, Equatable, Sendable {
  public let latitude: Double
  public let longitude: Double

  public init(_ location: Location) {
    (latitude, longitude) = (location.latitude, location.longitude)
  }
}

/// A request for a ride.
public struct RideRequest: Codable, Hashable, Sendable {
  public var pickup: Waypoint
  public var dropoff: Waypoint
  public var option: RideOptionKind
  /// The quote that is accepted: its price is charged. Absent in what is told about a ride.
  public var quote: Identifier<Quote>?

  public init(
    pickup: Waypoint, dropoff: Waypoint, option: RideOptionKind, quote: Identifier<Quote>? = nil
  ) {
    (self.pickup, self.dropoff, self.option, self.quote) = (pickup, dropoff, option, quote)
  }

  /// Returns a copy with another value of one field; all others stay, also those added later.
  public func with<Value>(_ field: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
    var copy = self
    copy[keyPath: field] = value
    return copy
  }
}

/// Names one ride.
public struct RideParameters: Codable, Equatable, Sendable {
  public let ride: Identifier<Ride>
  public init(ride: Identifier<Ride>) { self.ride = ride }
}

/// Names a ride to cancel, and what that may cost.
public struct RideCancelling: Codable, Equatable, Sendable {
  public let ride: Identifier<Ride>
  /// The largest fee that the rider agrees to, in the smallest unit of the price's currency: a larger one
  /// refuses the cancellation with `feeChanged`. Without it any fee is agreed to.
  public let fee: Int?

  public init(ride: Identifier<Ride>, fee: Int? = nil) { (self.ride, self.fee) = (ride, fee) }
}

/// Names one ride to read, and how much of it.
public struct RideReading: Codable, Equatable, Sendable {
  public let ride: Identifier<Ride>
  /// `false` leaves out the route and the approach, which are `null` then, for a client that has them.
  public let ways: Bool?

  public init(ride: Identifier<Ride>, ways: Bool? = nil) { (self.ride, self.ways) = (ride, ways) }
}

/// How many entries of a list to return.
public struct PageRequest: Codable, Equatable, Sendable {
  /// The largest limit of a page.
  public static let largestLimit = 1000

  /// The most entries to return, in `1...1000`.
  public let limit: Int

  public init(limit: Int) { self.limit = limit }
}

/// The kinds of ride for one trip, smallest first, and the way that all of them take.
public struct RideOptionList: Codable, Equatable, Sendable {
  public let options: [RideOption]
  /// From the pick-up to the drop-off; absent in the answers of older clouds.
  public let route: MapLine?

  public init(options: [RideOption], route: MapLine? = nil) {
    (self.options, self.route) = (options, route)
  }
}

/// Free cars.
public struct NearbyCarList: Codable, Equatable, Sendable {
  public let cars: [NearbyCar]
  public init(cars: [NearbyCar]) { self.cars = cars }
}

/// Rides, newest first.
public struct RideList: Codable, Equatable, Sendable {
  public let rides: [Ride]
  public init(rides: [Ride]) { self.rides = rides }
}
