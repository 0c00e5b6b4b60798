import Core
package import FoundationEssentials

/// The rules by which rides, offers and shifts change: a function of an event, what it finds, and the time.
///
///     switch RideMachine.apply(.cancel(ride.id), to: situation, at: now) {
///     case .success(let transition): try save(transition)
///     case .failure(let refusal): throw APIError(refusal)
///     }
///
/// A wrong code changes something and is refused all the same: the transition says so.
/// An event that is repeated, and one of a round that has come too late, change nothing and are not refused.
package enum RideMachine {
  package static func apply(
    _ event: RideEvent, to situation: RideSituation, at now: Date
  ) -> Result<RideTransition, RideRefusal> {
    Result { () throws(RideRefusal) in
      switch event {
      case .request(let ride, let key): try situation.request(ride, key, at: now)
      case .cancel(let id, let agreed): try situation.cancel(id, agreed: agreed, at: now)
      case .accept(let id, let name): try situation.accept(id, name: name, at: now)
      case .decline(let id): try situation.decline(id, at: now)
      case .advance(let id, let step, let code):
        try situation.advance(id, step, code: code, at: now)
      case .abandon(let id, let reason): try situation.abandon(id, reason, at: now)
      case .report(let location, let isSimulated):
        try situation.report(location, isSimulated: isSimulated, at: now)
      case .startShift(let location, let network, let needsApproval, let isSimulated):
        try situation.startShift(
          at: location, network, needsApproval: needsApproval, isSimulated: isSimulated, now)
      case .endShift: try situation.endShift()
      case .decide(let decision, let car): try situation.decide(decision, of: car, at: now)
      case .offer(let id, _, let seconds, let approach, let atOnce):
        situation.offer(id, seconds: seconds, approach: approach, atOnce: atOnce, at: now)
      case .expire(_, let start): situation.expire(since: start, at: now)
      case .endOverdue(_, let start): situation.endOverdue(since: start, at: now)
      }
    }
  }
}

/// What several events do.
extension RideSituation {
  var unchanged: RideTransition { RideTransition(self) }

  /// The open offers of the ride.
  var openOffers: [OfferRecord] { [offer].compactMap(\.self).filter(\.isOpen) + otherOffers }

  /// Cancels the ride, withdraws its open offers, and tells all drivers.
  func end(_ reason: RideCancellation.Reason, fee: Int? = nil, at now: Date) -> RideTransition {
    var next = unchanged
    next.ride?.cancelledAt = now
    next.ride?.driven?.phase = .ended
    next.ride?.driven?.ending = reason
    next.ride?.driven?.plan.asked = nil
    next.ride?.driven?.fee = fee
    if offer?.isOpen == true { next.offer?.state = .withdrawn }
    next.withdrawn = otherOffers
    next.tell([ride?.driven?.driver] + openOffers.map(\.driver))
    return next
  }

  /// Takes the ride from its driver and looks for another one.
  func searchAgain(at now: Date) -> RideTransition {
    var next = unchanged
    guard let ride, let driven = ride.driven else { return next }
    next.ride?.timetable = RideTimetable(requested: ride.timetable.requested)
    var plan = DrivenRecord.Plan(tripSeconds: driven.plan.tripSeconds)
    (plan.asked, plan.forgiven) = (driven.plan.asked, driven.plan.forgiven)
    next.ride?.driven = DrivenRecord(phase: .searching, plan: plan, searchedAt: now)
    next.driver?.passed += 1
    next.tell([driven.driver])
    return next
  }

  /// Completes the trip where the car is.
  func complete(at now: Date) -> RideTransition {
    var next = unchanged
    next.ride?.driven?.fare = ride?.fareOfShorterTrip(at: now)
    next.ride?.timetable.completed = now
    next.ride?.driven?.phase = .ended
    if let driver, driver.isSuspended { next.driver?.endShift() }
    next.tell([ride?.driven?.driver])
    return next
  }
}

extension Date {
  /// The seconds since another time, in whole milliseconds, as times are stored.
  func seconds(since other: Date) -> Double { (timeIntervalSince(other) * 1000).rounded() / 1000 }
}
