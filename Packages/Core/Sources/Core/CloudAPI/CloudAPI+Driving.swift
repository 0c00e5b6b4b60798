public import FoundationEssentials

extension CloudAPI {
  public static let driver = Endpoint<Empty, Empty, DriverStatus>(
    "driver", .get, "/driver", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the driver's car, shift, open offer and ride.")

  public static let registerDriver = Endpoint<Empty, DriverCar, DriverStatus>(
    "registerDriver", .put, "/driver", access: .rider, cost: .rows, limit: .writes,
    summary: "Registers the rider as a driver, or changes the car between two shifts. Where the "
      + "operator approves drivers, another car has to be approved, too.")

  public static let startShift = Endpoint<Empty, DriverPosition, DriverStatus>(
    "startShift", .post, "/driver/shift", access: .rider, cost: .rows, limit: .writes,
    summary: "Begins a shift: rides are offered from now on. A shift that is open goes on.")

  public static let endShift = Endpoint<Empty, Empty, DriverStatus>(
    "endShift", .delete, "/driver/shift", access: .rider, cost: .rows, limit: .writes,
    summary: "Ends the shift, declines an open offer and forgets the position.")

  public static let reportPosition = Endpoint<Empty, DriverPosition, Empty>(
    "reportPosition", .put, "/driver/position", access: .rider, cost: .rows, limit: .writes,
    summary: "Says where the driver is: every few seconds, as rides are offered for "
      + "\(DriverPosition.freshness) s after a report only, and after a silence of "
      + "\(DriverPosition.longestSilence) s a ride is offered to others.")

  public static let acceptOffer = Endpoint<OfferParameters, Empty, DriverStatus>(
    "acceptOffer", .post, "/driver/offers/{offer}/acceptance", access: .rider, cost: .rows,
    limit: .writes, summary: "Accepts an offer; accepting it again changes nothing.")

  public static let declineOffer = Endpoint<OfferParameters, Empty, DriverStatus>(
    "declineOffer", .post, "/driver/offers/{offer}/decline", access: .rider, cost: .rows,
    limit: .writes, summary: "Declines an offer; declining it again changes nothing.")

  public static let advanceRide = Endpoint<RideParameters, RideAdvance, DriverStatus>(
    "advanceRide", .post, "/driver/rides/{ride}/steps", access: .rider, cost: .rows,
    limit: .writes,
    summary:
      "Says that the driver has arrived, has started or has completed the trip. The start needs the "
      + "four digits that the rider has; \(RideAdvance.mostWrongCodes) wrong ones lose the ride. Nobody needs "
      + "less than a third of the planned time: a sooner arrival is refused, and the fare of a trip that "
      + "ends sooner, with more than \(RideAdvance.arrivalMeters) m or a quarter of the route left, or with "
      + "less than half of it driven, is a part of the price.")

  public static let abandonRide = Endpoint<RideParameters, RideAbandonment, DriverStatus>(
    "abandonRide", .post, "/driver/rides/{ride}/cancellation", access: .rider, cost: .rows,
    limit: .writes,
    summary: "Gives a ride back before its start: it is offered to others. After "
      + "\(RideAbandonment.noShowMinutes) minutes at the pick-up 'noShow' ends it.")

  public static let drivenRides = Endpoint<PageRequest, Empty, DrivenRideList>(
    "drivenRides", .get, "/driver/rides", access: .rider, cost: .longRead, limit: .longReads,
    summary: "Returns the rides that the driver has driven, newest first.")

  public static let rateRide = Endpoint<RideParameters, RideRating, Empty>(
    "rateRide", .put, "/rides/{ride}/rating", access: .rider, cost: .rows, limit: .writes,
    summary: "Rates the other side of a completed ride, once. One star blocks it, too.")

  public static let tipDriver = Endpoint<RideParameters, RideTip, Ride>(
    "tipDriver", .put, "/rides/{ride}/tip", access: .rider, cost: .rows, limit: .writes,
    summary: "Gives the driver of a completed ride a tip, once, of at most \(RideTip.most) in the "
      + "smallest unit of the price's currency.")

  public static let blockOtherSide = Endpoint<RideParameters, Empty, Empty>(
    "blockOtherSide", .put, "/rides/{ride}/block", access: .rider, cost: .rows, limit: .writes,
    summary: "Blocks everybody who has accepted the ride, or for a driver its rider: they are not "
      + "matched again. The other side is not told.")

  public static let unblockOtherSide = Endpoint<RideParameters, Empty, Empty>(
    "unblockOtherSide", .delete, "/rides/{ride}/block", access: .rider, cost: .rows,
    limit: .writes, summary: "Ends the block of the other side of a ride.")
}

/// The car of a driver.
public struct DriverCar: Codable, Hashable, Sendable {
  /// The longest plate and the longest name of a model, in characters.
  public static let longestPlate = 10
  public static let longestModel = 40

  /// Letters A to Z, digits, spaces and hyphens; unique among drivers.
  public let plate: String
  public let model: String
  /// The kind of ride that the car serves.
  public let option: RideOptionKind

  public init(plate: String, model: String, option: RideOptionKind) {
    (self.plate, self.model, self.option) = (plate, model, option)
  }
}

/// Where a driver is, in degrees.
public struct DriverPosition: Codable, Equatable, Sendable {
  /// How long after a report rides are offered, in seconds.
  public static let freshness = 30
  /// After this silence a ride that has not started is offered to others, in seconds.
  public static let longestSilence = 60

  public let latitude: Double
  public let longitude: Double
  /// Whether an autopilot makes the position up; the rider is told.
  public let isSimulated: Bool?

  public init(_ location: Location, isSimulated: Bool? = nil) {
    (latitude, longitude) = (location.latitude, location.longitude)
    self.isSimulated = isSimulated
  }
}

public struct OfferParameters: Codable, Equatable, Sendable {
  public let offer: Identifier<RideOffer>
  public init(offer: Identifier<RideOffer>) { self.offer = offer }
}

/// What a driver says about a ride.
public struct RideAdvance: Codable, Equatable, Sendable {
  public enum Step: String, Codable, CaseIterable, Sendable {
    /// The car is within ``arrivalMeters`` of the pick-up.
    case arrive
    /// The rider is in the car, and has said the code.
    case start
    /// The rider leaves the car: for the price when at least half of the route was driven and neither
    /// ``arrivalMeters`` nor a quarter of it are left, elsewhere for the part that was driven, and sooner than
    /// ``shortestPart`` of the planned time for the part of that time.
    case complete
  }

  /// How near to the pick-up a driver has arrived, in meters.
  public static let arrivalMeters = 500
  /// Returns how many meters of a route of some length may be left for the whole fare.
  public static func mostLeft(of meters: Double) -> Double {
    min(Double(arrivalMeters), meters / 4)
  }
  /// Nobody needs less of the time that was planned for a way than this part.
  public static let shortestPart = 1.0 / 3

  /// How many wrong codes in a row lose the ride.
  public static let mostWrongCodes = 3

  public let step: Step
  /// For the start: the four digits that the rider has.
  public let code: String?

  public init(_ step: Step, code: String? = nil) { (self.step, self.code) = (step, code) }
}

/// Why a driver gives a ride back.
public struct RideAbandonment: Codable, Equatable, Sendable {
  public enum Reason: String, Codable, CaseIterable, Sendable {
    case carTrouble, tooFar, unsafe, other
    /// The rider has not come within ``noShowMinutes``.
    case noShow
  }

  /// How long a driver waits at the pick-up before the rider counts as absent, in minutes.
  public static let noShowMinutes = 5

  public let reason: Reason

  public init(_ reason: Reason) { self.reason = reason }
}

/// The stars that one side of a ride gives the other.
public struct RideRating: Codable, Equatable, Sendable {
  /// 1 to 5.
  public let stars: Int
  public init(stars: Int) { self.stars = stars }
}

/// What a rider gives the driver besides the fare.
public struct RideTip: Codable, Equatable, Sendable {
  /// The largest tip.
  public static let most = 10_000

  /// In the smallest unit of the price's currency: 1 to ``most``.
  public let minorUnits: Int
  public init(minorUnits: Int) { self.minorUnits = minorUnits }
}

/// What riders have given a driver.
public struct DriverRating: Codable, Equatable, Sendable {
  /// How many stars are told at once, so that none can be told from the others.
  public static let together = 5

  /// The mean of the stars, 1 to 5, with one decimal.
  public let mean: Double
  /// How many stars it is of: a multiple of ``together``, or more for those of before that rule.
  public let count: Int

  public init(mean: Double, count: Int) { (self.mean, self.count) = (mean, count) }
}

/// What a driver has to know.
public struct DriverStatus: Codable, Equatable, Sendable {
  public let car: DriverCar
  /// The open shift.
  public let shift: DriverShift?
  /// The offer that waits for an answer.
  public let offer: RideOffer?
  /// The ride that the driver has accepted.
  public let ride: DrivenRide?
  /// How many offers in a row have expired without an answer: ``RideOffer/mostMissed`` have ended the
  /// shift. Absent in the answers of older clouds.
  public let missedOffers: Int?
  /// Why no shift can be started; `nil` where one can.
  public let obstacle: DriverObstacle?
  /// `nil` before the first ``DriverRating/together`` stars.
  public let rating: DriverRating?

  public init(
    car: DriverCar, shift: DriverShift?, offer: RideOffer?, ride: DrivenRide?,
    missedOffers: Int? = nil, obstacle: DriverObstacle? = nil, rating: DriverRating? = nil
  ) {
    (self.car, self.shift, self.offer, self.ride) = (car, shift, offer, ride)
    (self.missedOffers, self.obstacle, self.rating) = (missedOffers, obstacle, rating)
  }
}

/// Why a driver cannot start a shift.
public struct DriverObstacle: Codable, Equatable, Sendable {
  public enum Kind: String, Codable, CaseIterable, Sendable {
    /// The cloud's operator approves drivers, and has not approved this one with this car.
    case approvalAwaited
    /// The cloud's operator has suspended the driver.
    case suspended
  }

  public let kind: Kind
  /// What the operator says about it.
  public let reason: String?

  public init(_ kind: Kind, reason: String? = nil) { (self.kind, self.reason) = (kind, reason) }
}

/// An open shift.
public struct DriverShift: Codable, Equatable, Sendable {
  public let startedAt: Date
  /// Where the driver was last.
  public let location: Location
  /// How many rides of the shift were completed.
  public let completedRides: Int
  /// The fares, fees and tips of the shift; `nil` before the first.
  public let earnings: Money?

  public init(startedAt: Date, location: Location, completedRides: Int, earnings: Money?) {
    (self.startedAt, self.location) = (startedAt, location)
    (self.completedRides, self.earnings) = (completedRides, earnings)
  }
}

/// A ride that is offered to one driver for a short time.
///
/// Both ends are told to a neighborhood, and exactly later: the pick-up after the acceptance, the drop-off
/// after the start.
public struct RideOffer: Codable, Equatable, Sendable {
  /// How long an offer is open, in seconds.
  public static let duration = 15
  /// How many offers that a driver misses in a row end the shift.
  public static let mostMissed = 2

  public let id: Identifier<RideOffer>
  /// The middle of a square of some 500 m.
  public let pickup: Waypoint
  /// The middle of a square of some 500 m.
  public let dropoff: Waypoint
  /// Rounded down to half a unit of its currency.
  public let price: Money
  /// How long the way to the pick-up takes, in seconds: whole minutes.
  public let secondsToPickup: Int
  /// How long the trip takes, in seconds: whole minutes. Absent in the answers of older clouds.
  public let secondsOfTrip: Int?
  /// The length of the trip, in meters, rounded up to 500. Absent in the answers of older clouds.
  public let metersOfTrip: Int?
  public let expiresAt: Date
  /// Empty: older clients need the member.
  public let approach: [Location]
  /// Empty: older clients need the member.
  public let route: [Location]

  public init(
    id: Identifier<RideOffer>, pickup: Waypoint, dropoff: Waypoint, price: Money,
    secondsToPickup: Int, secondsOfTrip: Int?, metersOfTrip: Int?, expiresAt: Date
  ) {
    (self.id, self.pickup, self.dropoff, self.price) = (id, pickup, dropoff, price)
    (self.secondsToPickup, self.secondsOfTrip) = (secondsToPickup, secondsOfTrip)
    (self.metersOfTrip, self.expiresAt) = (metersOfTrip, expiresAt)
    (approach, route) = ([], [])
  }
}

/// A ride as its driver sees it.
public struct DrivenRide: Codable, Equatable, Sendable {
  /// Until the start without the route, with a drop-off that is the middle of a square of some 500 m, and with
  /// numbers as rough as those of an offer.
  public let ride: Ride
  /// The rider's first name; empty when the rider has deleted the account: then both ends of the ride are
  /// squares of about 500 m.
  public let rider: String
  /// The stars that the driver has given.
  public let stars: Int?

  public init(ride: Ride, rider: String, stars: Int?) {
    (self.ride, self.rider, self.stars) = (ride, rider, stars)
  }
}

/// Driven rides, newest first.
public struct DrivenRideList: Codable, Equatable, Sendable {
  public let rides: [DrivenRide]
  public init(rides: [DrivenRide]) { self.rides = rides }
}
