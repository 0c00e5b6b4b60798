import Core
import FoundationEssentials

/// The events of drivers.
extension RideSituation {
  func accept(
    _ id: Identifier<RideOffer>, name: String, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let offer, offer.driver == caller, let ride, let driver else { throw .noSuchOffer(id) }
    if offer.state == .accepted, ride.driven?.driver == caller { return unchanged }
    // Who is blocked cannot tell it from an offer that has closed.
    guard offer.state == .open, offer.expiresAt.seconds(since: now) > 0, !isBlocked,
      let driven = ride.driven, driven.phase == .searching
    else { throw .offerClosed }
    guard !isRiding else { throw .stillRiding }
    var next = unchanged
    var plan = driven.plan
    plan.approachSeconds = offer.seconds
    (plan.name, plan.model, plan.plate) = (name, driver.car.model, driver.car.plate)
    next.offer?.state = .accepted
    next.driver?.missed = 0
    next.ride?.timetable = RideTimetable(requested: ride.timetable.requested, accepted: now)
    next.ride?.approach = offer.approach
    next.ride?.driven = DrivenRecord(
      phase: .assigned, driver: caller, plan: plan, car: offer.approach[0],
      searchedAt: driven.searchedAt)
    next.withdrawn = otherOffers
    next.tell([caller] + otherOffers.map(\.driver))
    return next
  }

  func decline(
    _ id: Identifier<RideOffer>, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let offer, offer.driver == caller else { throw .noSuchOffer(id) }
    guard offer.state == .open else {
      if offer.state == .declined { return unchanged }
      throw .offerClosed
    }
    var next = declined
    // Who answers at once keeps nobody waiting: others of the network may be asked at once, too.
    let waited = now.seconds(since: offer.expiresAt - DispatchRules.offer)
    let forgiven = ride?.driven?.plan.forgiven ?? 0
    if waited <= DispatchRules.quickAnswer, ride?.driven?.phase == .searching,
      forgiven < DispatchRules.mostForgiven
    {
      // Another one of the network may not have answered.
      if let index = ride?.driven?.plan.asked?.firstIndex(where: { $0 == driver?.network }) {
        next.ride?.driven?.plan.asked?.remove(at: index)
        next.ride?.driven?.plan.forgiven = forgiven + 1
      }
    }
    return next
  }

  /// Closes the open offer with the driver's answer.
  private var declined: RideTransition {
    var next = close(.declined)
    next.driver?.missed = 0
    next.driver?.passed += 1
    return next
  }

  func advance(
    _ id: Identifier<Ride>, _ step: RideAdvance.Step, code: String?, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let ride, let driven = ride.driven, driven.driver == caller else { throw .noSuchRide(id) }
    // How far the driver has come, whatever time it is here.
    let state = ride.state(at: .distantFuture)
    var next = unchanged
    switch (step, state) {
    case (.arrive, .arrived), (.start, .onTrip), (.complete, .completed): return unchanged
    case (.arrive, .accepted), (.arrive, .arriving):
      try ride.checkIsAtPickup()
      guard ride.hasComeNearer else { throw .noNearer }
      try ride.checkTimeOfArrival(now)
      next.ride?.timetable.arrived = now
      next.ride?.timetable.arriving = min(ride.timetable.arriving ?? now, now)
    case (.start, .arrived):
      try ride.checkIsAtPickup()
      guard let code else { throw .noCode }
      guard code == ride.code else { return wrongCode(at: now) }
      next.ride?.driven?.plan.boarding = driven.car
      next.ride?.driven?.plan.asked = nil
      next.ride?.driven?.plan.wrongCodes = nil
      next.driver?.passed = 0
      next.ride?.timetable.boarded = now
      next.ride?.driven?.phase = .onTrip
    case (.complete, .onTrip): return complete(at: now)
    default: throw .wrongStep(step, state)
    }
    next.tell([caller])
    return next
  }

  /// Counts a wrong code; the last one loses the ride.
  private func wrongCode(at now: Date) -> RideTransition {
    let count = (ride?.driven?.plan.wrongCodes ?? 0) + 1
    let left = DispatchRules.mostWrongCodes - count
    var next = left > 0 ? unchanged : searchAgain(at: now)
    if left > 0 { next.ride?.driven?.plan.wrongCodes = count }
    next.refusal = .wrongCode(left: left)
    return next
  }

  func abandon(
    _ id: Identifier<Ride>, _ reason: RideAbandonment.Reason, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let ride, let driven = ride.driven, driven.driver == caller else {
      if hasGivenBack { return unchanged }
      throw .noSuchRide(id)
    }
    guard driven.phase == .assigned else {
      if driven.ending == .noShow { return unchanged }
      throw .alreadyStarted
    }
    guard reason == .noShow else { return searchAgain(at: now) }
    let waited = ride.timetable.arrived.map(now.seconds(since:))
    guard let waited, waited >= DispatchRules.noShow else { throw .tooEarlyForNoShow(waited) }
    try ride.checkIsAtPickup()
    return end(.noShow, fee: DispatchRules.fee, at: now)
  }

  /// The position of a driver at a shift moves no faster than a car, but for one allowance that is used
  /// up and comes back with time: a token bucket. A car that comes near is arriving.
  func report(
    _ location: Location, isSimulated: Bool = false, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let driver else { throw .notDriver }
    guard let shift = driver.shift else {
      throw driver.missed >= DispatchRules.mostMissed ? .shiftMissed(driver.missed) : .noShift
    }
    let distance = shift.location.distance(to: location)
    let seconds = max(0, now.seconds(since: shift.reportedAt))
    let slack = shift.slack + DispatchRules.fastest * seconds - distance
    guard slack >= 0 else { throw .jump(distance, seconds: seconds) }
    var next = unchanged
    next.driver?.shift = DriverRecord.Shift(
      since: shift.since, location: location,
      // Another server's clock may be ahead.
      reportedAt: max(now, shift.reportedAt),
      slack: min(DispatchRules.positionError, slack))
    next.ride?.driven?.car = location
    if isSimulated, let driven = ride?.driven, driven.plan.isOnAutopilot != true {
      next.ride?.driven?.plan.isOnAutopilot = true
      // Positions are no events, and the rider is to see it at once.
      next.tell([caller])
    }
    guard let ride = next.ride, ride.state(at: now) == .accepted,
      let seconds = ride.driven?.secondsToPickup(ride), seconds <= DispatchRules.arrival
    else { return next }
    next.ride?.timetable.arriving = now
    next.tell([caller])
    return next
  }

  func startShift(
    at location: Location, _ network: String?, needsApproval: Bool, isSimulated: Bool, _ now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let driver else { throw .notDriver }
    if let obstacle = driver.obstacle(needsApproval: needsApproval) { throw .notAdmitted(obstacle) }
    // An open shift goes on: nobody is elsewhere at once by opening it again.
    guard driver.shift == nil else {
      return try report(location, isSimulated: isSimulated, at: now)
    }
    var next = unchanged
    next.driver?.shift = DriverRecord.Shift(since: now, location: location, reportedAt: now)
    next.driver?.network = network
    next.driver?.missed = 0
    next.tell(followers: false, [caller])
    return next
  }

  /// Ends the shift and declines its open offer.
  func endShift() throws(RideRefusal) -> RideTransition {
    guard let driver else { throw .notDriver }
    guard !isDriving else { throw .stillDriving }
    guard driver.shift != nil else { return unchanged }
    var next = offer?.state == .open ? declined : unchanged
    next.driver?.endShift()
    next.driver?.missed = 0
    next.tell(followers: false, [caller])
    return next
  }

  /// Takes an operator's decision: a suspended driver loses what has not started, and completes a trip.
  func decide(
    _ decision: DriverDecision, of car: DriverCar?, at now: Date
  ) throws(RideRefusal) -> RideTransition {
    guard let driver else { throw .notDriver }
    if let car, car != driver.car { throw .otherCar(driver.car) }
    guard driver.decision != decision else { return unchanged }
    var next = unchanged
    if decision.verdict == .suspended, ride?.driven?.phase != .onTrip {
      if ride != nil {
        next = searchAgain(at: now)
      } else if offer?.state == .open {
        next.offer?.state = .withdrawn
      }
      next.driver?.endShift()
    }
    next.driver?.decision = decision
    next.tell(followers: ride != next.ride, [caller])
    return next
  }

  /// Closes the open offer without an acceptance.
  func close(_ state: OfferRecord.State) -> RideTransition {
    var next = unchanged
    next.offer?.state = state
    next.tell(followers: false, [offer?.driver])
    return next
  }
}

extension RideRecord {
  fileprivate func checkIsAtPickup() throws(RideRefusal) {
    guard isNearPickup else { throw .tooFarFromPickup(distanceToPickup) }
  }

  /// Refuses what is sooner than anybody drives there. On the last part of the way one is there already.
  fileprivate func checkTimeOfArrival(_ now: Date) throws(RideRefusal) {
    let planned = max(0, (driven?.plan.approachSeconds ?? 0) - DispatchRules.arrival)
    let passed = timetable.accepted.map(now.seconds(since:)) ?? 0
    let left = Double(planned) * DispatchRules.shortestPart - passed
    if left > 0 { throw .tooEarlyForArrival(seconds: left) }
  }
}
