package import Core

/// The values after an event, and who is told of it; without an effect they are those before.
package struct RideTransition: Equatable, Sendable {
  /// Who is told that something has changed.
  package enum Notice: Hashable, Sendable {
    /// The rider, of a new ride.
    case rider
    /// The rider and those with whom the ride is shared, of its new state.
    case followers
    /// A driver, of an offer or of the driven ride.
    case driver(RiderID)
    /// The rounds of dispatch, on every server.
    case dispatch
  }

  package var ride: RideRecord?
  package var offer: OfferRecord?
  package var driver: DriverRecord?
  package var notices: [Notice] = []
  /// The further open offers of the ride that are withdrawn.
  package var withdrawn: [OfferRecord] = []
  /// What the caller is told although something has changed; `nil` where the event was accepted.
  package var refusal: RideRefusal?

  /// The fee that the rider owes from now on, in the smallest unit of the price's currency.
  package var fee: Int? { ride?.driven?.fee }

  /// A transition that changes nothing.
  init(_ situation: RideSituation) {
    (ride, offer, driver) = (situation.ride, situation.offer, situation.driver)
  }

  /// Records that the followers of the ride, drivers and dispatch are told.
  mutating func tell(followers: Bool = true, _ drivers: [RiderID?]) {
    let drivers = Set(drivers.compactMap(\.self)).sorted { $0.rawValue < $1.rawValue }
    notices = (followers ? [.followers] : []) + drivers.map(Notice.driver) + [.dispatch]
  }
}

/// Why an event changes nothing.
package enum RideRefusal: Error, Equatable, Sendable {
  /// The caller neither rides nor drives such a ride.
  case noSuchRide(Identifier<Ride>)
  case noSuchOffer(Identifier<RideOffer>)
  /// Another request came before under the same key.
  case keyReused
  /// The rider's ride has not ended.
  case underway(Identifier<Ride>, RideState)
  /// The rider is in the car, or the ride has ended.
  case notCancellable(Identifier<Ride>, RideState)
  /// The caller drives a ride.
  case stillDriving
  /// The driver has requested a ride that is under way.
  case stillRiding
  case offerClosed
  /// The cancellation costs more than the rider has agreed to.
  case feeChanged(Money)
  /// The driver arrives so many seconds sooner than anybody drives.
  case tooEarlyForArrival(seconds: Double)
  /// The driver is so many meters from the pick-up.
  case tooFarFromPickup(Double)
  /// The driver has not come nearer to the pick-up.
  case noNearer
  /// The start needs the code that the rider has.
  case noCode
  /// The code is another one; so many are left before the ride is lost, or none, and it is.
  case wrongCode(left: Int)
  /// The step does not follow on the state.
  case wrongStep(RideAdvance.Step, RideState)
  /// The ride has started or ended.
  case alreadyStarted
  /// The driver has waited for the rider only so many seconds; `nil` before the arrival.
  case tooEarlyForNoShow(Double?)
  case notDriver
  case notAdmitted(DriverObstacle)
  /// The driver has registered this car meanwhile.
  case otherCar(DriverCar)
  case noShift
  /// So many offers in a row without an answer have ended the shift.
  case shiftMissed(Int)
  /// Nobody drives so many meters in so many seconds.
  case jump(Double, seconds: Double)
  case shiftOpen
  /// Another driver has the plate.
  case plateTaken(String)
  case notCompleted(Identifier<Ride>)
  /// Nobody has accepted the ride yet, or a simulated driver.
  case nobodyToBlock(Identifier<Ride>)
  case alreadyRated
  case alreadyTipped
  /// The driver has deleted the account.
  case nobodyToTip(Identifier<Ride>)
}
