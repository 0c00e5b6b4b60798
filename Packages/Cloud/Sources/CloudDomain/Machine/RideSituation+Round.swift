import Core
import FoundationEssentials

/// The events of rounds of dispatch, whose facts may have changed since they were looked at.
extension RideSituation {
  /// Offers a ride, if the ride and the driver are still free.
  func offer(
    _ id: Identifier<RideOffer>, seconds: Int, approach: [Location], atOnce: Int, at now: Date
  ) -> RideTransition {
    let open = openOffers
    guard let ride, ride.driven?.phase == .searching, open.count < atOnce,
      let driver, let shift = driver.shift, !driver.isSuspended,
      driver.car.option == ride.request.option,
      now.seconds(since: shift.reportedAt) <= DispatchRules.freshness,
      ride.rider != driver.rider, !isDriving, !isRiding, !isExcluded, !isBlocked
    else { return unchanged }
    var next = unchanged
    next.offer = OfferRecord(
      id: id, ride: ride.id, driver: driver.rider, state: .open,
      expiresAt: now + DispatchRules.offer, seconds: seconds, approach: approach,
      slot: open.contains { $0.slot == 0 } ? 1 : 0)
    if let network = driver.network {
      next.ride?.driven?.plan.asked = (ride.driven?.plan.asked ?? []) + [network]
    }
    next.tell(followers: false, [driver.rider])
    return next
  }

  /// Ends an offer without an answer; the shift of a driver who misses several in a row ends with it.
  func expire(since start: Date, at now: Date) -> RideTransition {
    guard let offer, offer.state == .open, offer.expiresAt.seconds(since: now) <= 0 else {
      return unchanged
    }
    var next = close(.expired)
    if ride?.driven?.phase == .searching { next.ride?.driven?.plan.hasLapsed = true }
    guard (offer.expiresAt - DispatchRules.offer).seconds(since: start) >= 0 else { return next }
    next.driver?.passed += 1
    next.driver?.missed += 1
    if let driver = next.driver, driver.missed >= DispatchRules.mostMissed {
      next.driver?.endShift()
    }
    return next
  }

  /// Ends a search without a driver, looks for another driver in the place of a silent one, and takes
  /// a trip whose driver is silent for completed.
  func endOverdue(since start: Date, at now: Date) -> RideTransition {
    guard let driven = ride?.driven else { return unchanged }
    let silence = now.seconds(since: max(start, driver?.shift?.reportedAt ?? .distantPast))
    switch driven.phase {
    case .searching:
      let isOver = now.seconds(since: driven.searchedAt) >= DispatchRules.search
      return isOver && openOffers.isEmpty ? end(.noDriver, at: now) : unchanged
    case .assigned: return silence >= DispatchRules.silence ? searchAgain(at: now) : unchanged
    case .onTrip:
      let begun = max(start, ride?.timetable.boarded ?? now)
      let isEndless = now.seconds(since: begun) >= driven.plan.longestTrip
      return silence >= DispatchRules.tripSilence || isEndless ? complete(at: now) : unchanged
    case .ended: return unchanged
    }
  }
}
