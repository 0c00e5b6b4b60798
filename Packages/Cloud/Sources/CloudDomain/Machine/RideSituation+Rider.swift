import Core
package import FoundationEssentials

/// The events of riders.
extension RideSituation {
  func request(
    _ ride: RideRecord, _ key: RequestKey?, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    var next = unchanged
    if let same = try requested(by: ride.rider, key) {
      next.ride = same
    } else if let same = known.first(where: { $0.ride.id == ride.id })?.ride {
      next.ride = same
    } else {
      try checkFree(for: ride.rider, at: now)
      next.ride = ride
      next.notices = ride.driven == nil ? [.rider] : [.rider, .dispatch]
    }
    return next
  }

  /// Returns the ride that a rider has requested with a key already.
  package func requested(
    by rider: RiderID, _ key: RequestKey?
  ) throws(RideRefusal) -> RideRecord? {
    guard let key,
      let same = known.first(where: { $0.ride.rider == rider && $0.key?.key == key.key })
    else { return nil }
    guard same.key == key else { throw .keyReused }
    return same.ride
  }

  /// Refuses another ride of a rider who rides or drives.
  package func checkFree(for rider: RiderID, at now: Date) throws(RideRefusal) {
    guard let open = known.first(where: { !$0.ride.hasEnded(at: now) })?.ride else { return }
    throw open.rider == rider ? .underway(open.id, open.state(at: now)) : .stillDriving
  }

  /// Cancels a simulated ride until its car sets off with the rider, and another one until its driver
  /// starts, whatever time it is here.
  func cancel(
    _ id: Identifier<Ride>, agreed: Int?, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let ride, ride.rider == caller else { throw .noSuchRide(id) }
    guard ride.cancelledAt == nil else { return unchanged }
    guard let driven = ride.driven else {
      guard !ride.timetable.boarded.hasCome(by: now) else {
        throw .notCancellable(id, ride.state(at: now))
      }
      var next = unchanged
      next.ride?.cancelledAt = now
      next.notices = [.followers]
      return next
    }
    switch driven.phase {
    case .searching: return end(.rider, at: now)
    case .assigned:
      let fee = ride.cancellationFee(at: now).flatMap { $0.isDue == true ? $0.amount : nil }
      if let fee, let agreed, fee.minorUnits > agreed { throw .feeChanged(fee) }
      return end(.rider, fee: fee?.minorUnits, at: now)
    case .onTrip, .ended: throw .notCancellable(id, ride.state(at: now))
    }
  }
}

extension RideRecord {
  /// Refuses a tip by anybody but the rider, before the completion, or another one than before.
  package func checkTip(_ amount: Int, by caller: RiderID, at now: Date) throws(RideRefusal) {
    guard rider == caller else { throw .noSuchRide(id) }
    guard state(at: now) == .completed else { throw .notCompleted(id) }
    if let tip, tip != amount { throw .alreadyTipped }
    if let driven, driven.driver == nil { throw .nobodyToTip(id) }
  }

  /// Whether a rider, who rates the other side, was the rider and not the driver.
  package func isRatedByRider(_ caller: RiderID, at now: Date) throws(RideRefusal) -> Bool {
    guard rider == caller || driven?.driver == caller else { throw .noSuchRide(id) }
    guard state(at: now) == .completed else { throw .notCompleted(id) }
    return rider == caller
  }
}
