package import Core
package import FoundationEssentials

/// What a rider, a driver or a round of dispatch does with a ride.
package enum RideEvent: Equatable, Sendable {
  // A rider:

  /// Requests a planned ride, under the client's key.
  case request(RideRecord, key: RequestKey?)
  /// - Parameter agreed: The largest fee that the rider agrees to; any without one.
  case cancel(Identifier<Ride>, agreed: Int? = nil)

  // A driver:

  /// Accepts an offer; the rider sees the name.
  case accept(Identifier<RideOffer>, name: String)
  case decline(Identifier<RideOffer>)
  /// - Parameter code: What the rider has told, for the start.
  case advance(Identifier<Ride>, RideAdvance.Step, code: String? = nil)
  /// Gives a ride back before its start.
  case abandon(Identifier<Ride>, RideAbandonment.Reason)
  /// Reports a position, perhaps one that an autopilot makes up; the car of a ride goes along.
  case report(Location, isSimulated: Bool = false)
  /// Opens a shift, from a network where that is known; for one that is open it is a report.
  ///
  /// - Parameter needsApproval: Whether the operator approves drivers.
  case startShift(
    Location, network: String? = nil, needsApproval: Bool = false, isSimulated: Bool = false)
  case endShift

  // An operator:

  /// Decides about the caller as a driver. A suspension ends the shift; a trip is completed before.
  ///
  /// - Parameter car: The car that the operator has seen; any without it.
  case decide(DriverDecision, of: DriverCar? = nil)

  // A round of dispatch:

  /// Offers a ride to the caller, who needs some seconds for the approach.
  ///
  /// - Parameter atOnce: How many offers of the ride may be open then.
  case offer(
    Identifier<RideOffer>, of: Identifier<Ride>, seconds: Int, approach: [Location], atOnce: Int = 1
  )
  /// Ends an offer that has expired.
  ///
  /// - Parameter since: An offer from before then could perhaps not be answered, and was not missed.
  case expire(Identifier<RideOffer>, since: Date = .distantPast)
  /// Ends a ride that nobody takes or whose driver is silent.
  ///
  /// - Parameter since: The silence of a driver counts from then at the earliest.
  case endOverdue(Identifier<Ride>, since: Date)
}

/// The idempotency key of a request.
package struct RequestKey: Equatable, Sendable {
  /// The client's name for the request, unique per rider and endpoint.
  package let key: String
  /// The hash of what was requested; another one under the same key is a mistake.
  package let fingerprint: [UInt8]

  package init(key: String, fingerprint: [UInt8]) {
    self.key = key
    self.fingerprint = fingerprint
  }
}

/// The facts that decide about an event; each event looks at some of them.
package struct RideSituation: Sendable {
  /// The rider or driver whose event it is, or to whom a round offers.
  package var caller: RiderID?
  /// The ride of the event, or the one that the caller drives.
  package var ride: RideRecord?
  /// The caller as a driver; for a round, also the driver of the ride.
  package var driver: DriverRecord?
  /// The offer of the event, or the open one of its ride or driver.
  package var offer: OfferRecord?
  /// The further open offers of the ride.
  package var otherOffers: [OfferRecord] = []
  /// Whether the caller has a ride under way as its driver.
  package var isDriving = false
  /// Whether the caller has a ride under way as its rider.
  package var isRiding = false
  /// Whether the caller has accepted the ride before, and does not drive it any more.
  package var hasGivenBack = false
  /// Whether the ride must not be offered to the caller, who was asked before, has requested it, or has
  /// another open offer.
  package var isExcluded = false
  /// Whether the caller is blocked by the rider or blocks the rider.
  package var isBlocked = false
  /// The rides that decide about a request: the rider's latest, the one with the same key, and the one
  /// that the rider drives, each with its key.
  package var known: [(ride: RideRecord, key: RequestKey?)] = []

  package init(caller: RiderID? = nil) { self.caller = caller }
}
