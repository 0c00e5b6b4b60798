import Core
import FoundationEssentials

/// The responses to hostile drivers and riders, against which the promises are checked.
struct HostileRecord {
  /// The kinds of attack that took place: a run without any proves nothing.
  var seen: Set<String> = []
  /// The newest positions of a shift that the cloud has taken, with when each was sent and acknowledged.
  var positions: [String: [(place: Location, sent: Date, acknowledged: Date)]] = [:]
  /// How many wrong codes a driver was allowed for a ride.
  var guesses: [String: Int] = [:]
  /// The rides that a driver has started with a guess that was right.
  var luckyStarts: Set<String> = []
  /// What drivers have earned in their shifts.
  var earnings: [String: (start: Date, cents: Int, rides: Int)] = [:]
}

/// The promises of SECURITY.md that hostile actors try to break.
extension SimulationRegistry {
  /// The speed of a car and the tolerated errors of positions, in meters per second and meters.
  private static let (fastest, tolerance) = (70.0, 2000.0)

  /// What any run of hostile actors has to have met: otherwise it has shown nothing. A guess needs a ride
  /// of some minutes first, which a short run may not have.
  static let attempts: Set<String> = ["offer", "jump"]

  mutating func began(_ plate: String, at place: Location, _ now: Date) {
    hostile.positions[plate] = [(place, now, now)]
  }

  /// Nobody moves faster than a car, but for one allowance.
  mutating func moved(_ plate: String, to place: Location, sent: Date, _ acknowledged: Date) {
    for earlier in hostile.positions[plate] ?? [] {
      let meters = earlier.place.distance(to: place)
      // The cloud heard the first at the earliest when it was sent, and the last when it was acknowledged.
      let seconds = max(0, acknowledged.timeIntervalSince(earlier.sent))
      if meters > Self.tolerance + Self.fastest * seconds + 1 {
        record("\(plate) moved \(Int(meters)) m in \(Int(seconds)) s")
      }
    }
    hostile.positions[plate, default: []].append((place, sent, acknowledged))
    if hostile.positions[plate, default: []].count > 30 {
      hostile.positions[plate]?.removeFirst()
    }
  }

  /// Offers tell no address, a driver is told one end after the other and never the code, whoever misses
  /// two offers in a row is offline, and earnings never become less.
  mutating func saw(_ status: DriverStatus, _ plate: String) {
    if let offer = status.offer {
      let ends = [offer.pickup.location, offer.dropoff.location]
      if ends.contains(where: { $0 != $0.neighborhood }) || offer.approach != []
        || offer.route != []
        || offer.price.minorUnits % 50 != 0 || offer.secondsToPickup % 60 != 0
      {
        record("an offer told \(plate) more than squares and rough numbers")
      }
      hostile.seen.insert("offer")
    }
    if let ride = status.ride?.ride {
      if ride.code != nil { record("\(plate) was told the code of the ride \(ride.id)") }
      let hasStarted = ride.state == .onTrip || ride.state == .completed
      let isRough =
        ride.route.isEmpty && ride.dropoff.location == ride.dropoff.location.neighborhood
        && ride.price.minorUnits % 50 == 0 && (ride.durationSeconds ?? 0) % 60 == 0
      if !hasStarted, !isRough {
        record("\(plate) was told where the ride \(ride.id) goes before its start")
      }
    }
    if status.shift != nil, let missed = status.missedOffers, missed >= RideOffer.mostMissed {
      record("\(plate) missed \(missed) offers in a row and is online")
    }
    guard let shift = status.shift else { return }
    let (cents, rides) = (shift.earnings?.minorUnits ?? 0, shift.completedRides)
    if let known = hostile.earnings[plate], known.start == shift.startedAt,
      cents < known.cents || rides < known.rides
    {
      record("\(plate) has earned \(known.cents) cents with \(known.rides) rides, and now \(cents)")
    }
    hostile.earnings[plate] = (shift.startedAt, cents, rides)
  }

  /// Who never drives a rider earns nothing.
  mutating func earned(_ status: DriverStatus, _ plate: String) {
    guard let cents = status.shift?.earnings?.minorUnits, cents > 0,
      !hostile.luckyStarts.contains(where: { $0.hasSuffix(" \(plate)") })
    else { return }
    record("\(plate) has earned \(cents) cents without a trip")
  }

  /// - Parameter meters: How far from the pick-up the cloud was told that the car is.
  mutating func arrived(_ plate: String, at ride: Identifier<Ride>, from meters: Double) {
    if meters > Double(RideAdvance.arrivalMeters) + 1 {
      record("\(plate) arrived \(Int(meters)) m from the pick-up of the ride \(ride)")
    }
  }

  /// Only the rider's code starts a trip, and few are heard.
  mutating func tried(
    _ code: String, by plate: String, for ride: Identifier<Ride>, _ answer: Result<Void, CloudError>
  ) {
    let pair = "\(ride) \(plate)"
    switch answer {
    case .success:
      guard let known = self.code(of: ride, for: plate), known != code else {
        return _ = hostile.luckyStarts.insert(pair)
      }
      record("\(plate) started the ride \(ride) with another code")
    case .failure(.refused(let detail)) where detail.code == .wrongCode:
      hostile.seen.insert("guess")
      hostile.guesses[pair, default: 0] += 1
      if hostile.guesses[pair] == RideAdvance.mostWrongCodes + 1 {
        record("\(plate) could guess the code of the ride \(ride) more than three times")
      }
    case .failure: break
    }
  }

  mutating func completedWithoutStart(_ ride: Identifier<Ride>, by plate: String) {
    if !hostile.luckyStarts.contains("\(ride) \(plate)") {
      record("\(plate) completed the ride \(ride) without its rider")
    }
  }

  /// A cancellation costs at most what the rider has agreed to.
  mutating func cancelled(_ ride: Ride, agreedTo cents: Int) {
    if let fee = ride.cancellation?.fee, fee.minorUnits > cents {
      record("the cancellation of the ride \(ride.id) cost \(fee), agreed were \(cents) cents")
    }
  }

  /// Who is blocked does not come again.
  mutating func matched(_ ride: Ride, blocked: Set<String>) {
    if let plate = ride.car?.plate, blocked.contains(plate) {
      record("the ride \(ride.id) was accepted by \(plate), whom its rider has blocked")
    }
  }
}
