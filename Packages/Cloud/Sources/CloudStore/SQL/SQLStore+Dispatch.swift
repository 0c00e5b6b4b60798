package import CloudDomain
import Core
package import FoundationEssentials

/// The steps that hand a ride to a driver. Each locks the account, the ride, the driver, the offer and
/// the counters of events, in this order, and leaves out what it does not need; then it reads the time,
/// asks ``RideMachine``, and writes the difference. Each may be repeated.
extension SQLStore {
  /// Makes a step; returns why it was refused.
  ///
  /// - Parameter matching: The matcher by which a flag has chosen the driver of an offer.
  package func apply(
    _ event: RideEvent, by caller: RiderID? = nil, matching: DispatchMatching? = nil,
    clock: @Sendable () -> Date
  ) throws(StoreError) -> RideRefusal? {
    let (refusal, keys) = try database.write {
      (connection, _) throws(StoreError) -> (RideRefusal?, [String]) in
      var situation = try connection.lock(event, by: caller)
      let now = clock().inWholeMilliseconds
      try connection.find(event, &situation, at: now)
      switch RideMachine.apply(event, to: situation, at: now) {
      case .failure(let refusal): return (refusal, [])
      case .success(let next):
        return (next.refusal, try connection.save(next, over: situation, matching, at: now))
      }
    }
    changes.post(keys)
    return refusal
  }
}

extension SQLConnection {
  /// Locks and returns what an event is about.
  fileprivate func lock(
    _ event: RideEvent, by caller: RiderID?
  ) throws(StoreError) -> RideSituation {
    var found = RideSituation(caller: caller)
    switch event {
    case .request, .cancel: throw .broken(reason: "rides are requested and cancelled in batches")
    case .accept(let id, _), .decline(let id), .expire(let id, _):
      // As by the addition of a ride: nobody drives and is driven at once.
      if case .accept = event, let caller { try lockAccount(caller) }
      let known = try first(Statements.offer, ["offer": id], read: OfferRecord.init)
      guard let known else { break }
      found.ride = try lockRide(known.ride)
      found.driver = try lockDriver(known.driver)
      found.offer = try first(Statements.lockOffer, ["offer": id], read: OfferRecord.init)
      if case .accept = event {
        found.otherOffers = try openOffers(of: known.ride).filter { $0.id != id }
      }
    case .advance(let id, _, _), .abandon(let id, _):
      found.ride = try lockRide(id)
      found.driver = try caller.flatMap(lockDriver)
    case .offer(_, let id, _, _, _):
      found.ride = try lockRide(id)
      found.driver = try caller.flatMap(lockDriver)
      found.otherOffers = try openOffers(of: id)
    case .endOverdue(let id, _):
      found.ride = try lockRide(id)
      found.driver = try found.ride?.driven?.driver.flatMap(lockDriver)
      found.otherOffers = try openOffers(of: id)
    case .report, .startShift, .endShift:
      guard case .endShift = event else {
        found.ride = try first(Statements.lockActive, ["driver": caller], read: RideRecord.init)
        found.driver = try caller.flatMap(lockDriver)
        break
      }
      found.driver = try caller.flatMap(lockDriver)
      found.offer = try first(Statements.openOfferTo, ["driver": caller], read: OfferRecord.init)
    case .decide:
      // As by an acceptance, so that one that is under way comes before, and is seen.
      if let caller { try lockAccount(caller) }
      found.ride = try first(Statements.lockActive, ["driver": caller], read: RideRecord.init)
      found.driver = try caller.flatMap(lockDriver)
      found.offer = try first(Statements.openOfferTo, ["driver": caller], read: OfferRecord.init)
    }
    return found
  }

  /// Locks an account where writers work side by side.
  func lockAccount(_ rider: RiderID) throws(StoreError) {
    if dialect.hasConcurrentWriters { try run(Statements.lockAccount, ["rider": rider]) }
  }

  /// Finds the facts about the caller. While the driver is locked, the driver gets no ride.
  fileprivate func find(
    _ event: RideEvent, _ situation: inout RideSituation, at now: Date
  ) throws(StoreError) {
    switch event {
    case .accept, .offer, .endShift: break
    case .abandon where situation.ride?.driven?.driver != situation.caller: break
    default: return
    }
    let facts = try first(
      Statements.facts,
      [
        "caller": situation.caller, "ride": situation.ride?.id, "rider": situation.ride?.rider,
        "now": now,
      ]
    ) { row in (0..<5).map { row.integer($0) == 1 } }
    guard let facts else { return }
    (situation.isDriving, situation.isRiding) = (facts[0], facts[1])
    situation.hasGivenBack = facts[2]
    (situation.isExcluded, situation.isBlocked) = (facts[3], facts[4])
  }

  private func openOffers(of ride: Identifier<Ride>) throws(StoreError) -> [OfferRecord] {
    try all(Statements.openOffers, ["ride": ride], read: OfferRecord.init)
  }

  private func lockRide(_ id: Identifier<Ride>) throws(StoreError) -> RideRecord? {
    try first(Statements.lockRide, ["ride": id], read: RideRecord.init)
  }

  private func lockDriver(_ driver: RiderID) throws(StoreError) -> DriverRecord? {
    try first(Statements.lockDriver, ["driver": driver], read: DriverRecord.init)
  }

  /// Writes the difference between a transition and the situation before, and the events of those who
  /// are told.
  ///
  /// - Returns: The keys of the streams to wake.
  func save(
    _ next: RideTransition, over situation: RideSituation, _ matching: DispatchMatching? = nil,
    at now: Date
  ) throws(StoreError) -> [String] {
    if let offer = next.offer, situation.offer == nil {
      // Another server may have offered the ride meanwhile, or a ride to the driver.
      guard try run(Statements.addOffer, offer.arguments(matching)) == 1 else { return [] }
    } else if let offer = next.offer, offer != situation.offer {
      try enqueue(Statements.closeOffer, ["offer": offer.id, "state": offer.state.rawValue])
    }
    for other in next.withdrawn {
      try enqueue(
        Statements.closeOffer,
        ["offer": other.id, "state": OfferRecord.State.withdrawn.rawValue])
    }
    if let driver = next.driver, driver != situation.driver {
      try enqueue(Statements.saveDriver, driver.arguments)
      if let decision = driver.decision, decision != situation.driver?.decision {
        try enqueue(
          Statements.decide,
          [
            "driver": driver.rider, "decision": decision.verdict.rawValue,
            "reason": decision.reason, "decided": decision.time,
          ])
      }
    }
    if let ride = next.ride, let before = situation.ride, ride != before {
      var (moved, cancelled) = (before, before)
      moved.driven?.car = ride.driven?.car
      cancelled.cancelledAt = ride.cancelledAt
      // Reports of positions are most of all steps, and cancellations of simulated rides come next.
      if cancelled == ride {
        try enqueue(Statements.cancelRide, ["ride": ride.id, "cancelled": ride.cancelledAt])
      } else if moved == ride {
        let car = (ride.driven?.car).map { PathCoding.encode([$0]) }
        try enqueue(Statements.moveCar, ["ride": ride.id, "car": car])
      } else {
        try enqueue(Statements.saveRide, ride.changes)
      }
    }
    var keys: [String] = []
    for notice in next.notices { keys += try tell(notice, of: next.ride, at: now) }
    return keys
  }

  private func tell(
    _ notice: RideTransition.Notice, of ride: RideRecord?, at now: Date
  ) throws(StoreError) -> [String] {
    switch notice {
    case .dispatch: return [ChangeSignals.dispatch]
    case .driver(let driver):
      try tell([driver], .driving, at: now)
      return [driver.rawValue]
    case .rider, .followers:
      guard let ride else { return [] }
      // Most rides are not shared; to ask first would be a round trip to a server.
      var mayBeShared = notice == .followers
      if mayBeShared, !dialect.hasConcurrentWriters {
        mayBeShared = try first(Statements.post, ["ride": ride.id]) { _ in true } ?? false
      }
      try tell(
        mayBeShared ? .followers : .one, .ride, at: now,
        ["recipient": ride.rider, "subject": ride.id])
      return [ride.rider.rawValue, ride.id.rawValue]
    }
  }
}

private enum Statements {
  static let lockAccount = SQLStatement.locking("SELECT id FROM accounts WHERE id = :rider")
  static let lockRide = RideColumn.select("WHERE id = :ride", locking: true)
  static let lockActive = RideColumn.select(
    "WHERE driver = :driver AND \(DrivenRecord.Phase.hasBusyDriver)", locking: true)
  static let lockDriver = DriverColumn.select("WHERE rider = :driver", locking: true)
  static let offer = OfferColumn.select("WHERE id = :offer")
  static let lockOffer = OfferColumn.select("WHERE id = :offer", locking: true)
  static let openOffers = OfferColumn.select(
    "WHERE ride = :ride AND state = 'open' ORDER BY slot", locking: true)
  static let openOfferTo = OfferColumn.select(
    "WHERE driver = :driver AND state = 'open'", locking: true)
  /// The facts of ``RideSituation`` about the caller, in their order.
  static let facts: SQLStatement = """
    SELECT EXISTS (SELECT 1 FROM rides
        WHERE driver = :caller AND \(DrivenRecord.Phase.hasBusyDriver)),
      EXISTS (SELECT 1 FROM rides WHERE rider = :caller
        AND (completed_at IS NULL OR completed_at > :now) AND cancelled_at IS NULL),
      EXISTS (SELECT 1 FROM offers
        WHERE ride = :ride AND driver = :caller AND state = 'accepted'),
      EXISTS (SELECT 1 FROM offers
        WHERE driver = :caller AND (ride = :ride AND state <> 'withdrawn' OR state = 'open')),
      EXISTS (SELECT 1 FROM blocks
        WHERE rider = :caller AND blocked = :rider OR rider = :rider AND blocked = :caller)
      OR EXISTS (SELECT 1 FROM ride_blocks
        WHERE rider = :caller AND blocked = :rider OR rider = :rider AND blocked = :caller)
    """
  static let addOffer: SQLStatement = """
    INSERT INTO offers (id, ride, driver, state, expires_at, seconds, approach, slot, matching)
    VALUES (:offer, :ride, :driver, 'open', :expires, :seconds, :approach, :slot, :matching)
    ON CONFLICT DO NOTHING
    """
  static let closeOffer: SQLStatement =
    "UPDATE offers SET state = :state WHERE id = :offer AND state = 'open'"
  static let saveDriver: SQLStatement = """
    UPDATE drivers SET shift_at = :shift, latitude = :latitude, longitude = :longitude,
      positioned_at = :positioned, slack = :slack, missed = :missed, passed = :passed,
      network = :network, cell = :cell
    WHERE rider = :driver
    """
  static let decide: SQLStatement = """
    UPDATE drivers SET decision = :decision, reason = :reason, decided_at = :decided
    WHERE rider = :driver
    """
  static let post: SQLStatement = "SELECT id FROM posts WHERE ride = :ride LIMIT 1"
  static let cancelRide: SQLStatement =
    "UPDATE rides SET cancelled_at = :cancelled WHERE id = :ride"
  static let moveCar: SQLStatement = "UPDATE rides SET car = :car WHERE id = :ride"
  static let saveRide: SQLStatement = """
    UPDATE rides SET phase = :phase, driver = :driver, driven = :driven, car = :car,
      approach = :approach, searched_at = :searched, accepted_at = :accepted,
      arriving_at = :arriving, arrived_at = :arrived, boarded_at = :boarded,
      completed_at = :completed, cancelled_at = :cancelled, ending = :ending, fee = :fee,
      fare = :fare
    WHERE id = :ride
    """
}

extension RideRecord {
  /// What steps change.
  fileprivate var changes: SQLArguments {
    get throws(StoreError) {
      [
        "ride": id, "phase": driven?.phase.rawValue, "driver": driven?.driver,
        "driven": try SQLValue.json(driven?.plan),
        "car": (driven?.car).map { PathCoding.encode([$0]) },
        "approach": PathCoding.encode(approach), "searched": driven?.searchedAt,
        "accepted": timetable.accepted, "arriving": timetable.arriving,
        "arrived": timetable.arrived, "boarded": timetable.boarded,
        "completed": timetable.completed, "cancelled": cancelledAt,
        "ending": driven?.ending?.rawValue, "fee": driven?.fee, "fare": driven?.fare,
      ]
    }
  }
}

extension OfferRecord {
  fileprivate func arguments(_ matching: DispatchMatching?) -> SQLArguments {
    [
      "offer": id, "ride": ride, "driver": driver, "expires": expiresAt, "seconds": seconds,
      "approach": PathCoding.encode(approach), "slot": slot, "matching": matching?.rawValue,
    ]
  }
}

extension DriverRecord {
  fileprivate var arguments: SQLArguments {
    [
      "driver": rider, "shift": shift?.since, "latitude": shift?.location.latitude,
      "longitude": shift?.location.longitude, "positioned": shift?.reportedAt,
      "slack": shift?.slack, "missed": missed, "passed": passed, "network": network,
      "cell": shift?.cell,
    ]
  }
}
