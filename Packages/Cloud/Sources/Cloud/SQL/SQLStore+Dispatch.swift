import CloudDomain
import Core
import FoundationEssentials

/// What a step of dispatch has done.
struct DispatchStep: Sendable {
  /// Why nothing was done.
  var refusal: APIError?
  /// The keys of the streams to wake.
  var keys: [String] = []
  static func refused(_ error: APIError) -> DispatchStep { DispatchStep(refusal: error) }
  static let unchanged = DispatchStep()

  static func changed(_ ride: RideRecord, _ driver: RiderID? = nil) -> DispatchStep {
    DispatchStep(
      keys: [ChangeSignals.dispatch, ride.rider.rawValue, ride.id.rawValue]
        + [driver, ride.driven?.driver].compactMap { $0?.rawValue })
  }
}

/// The steps that hand a ride to a driver. Each locks the account, the ride, the driver, the offer and
/// the counters of events, in this order, and leaves out what it does not need; then it reads the time.
/// Each may be repeated.
extension SQLStore {
  func step(
    _ body: @Sendable (any SQLConnection) throws(StoreError) -> DispatchStep
  ) throws(StoreError) -> APIError? {
    let step = try database.write { (connection, _) throws(StoreError) in try body(connection) }
    changes.post(step.keys)
    return step.refusal
  }

  /// The account is locked, as by the addition of a ride: nobody drives and is driven at once.
  func accept(
    _ id: Identifier<RideOffer>, by driver: DriverRecord, name: String, clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    try step { (connection) throws(StoreError) in
      if connection.dialect.hasConcurrentWriters {
        try connection.run(Statements.lockAccount, ["rider": driver.rider])
      }
      guard let (offer, ride) = try connection.lockOffer(id, to: driver.rider) else {
        return .refused(.noSuchOffer(id))
      }
      let now = clock().inWholeMilliseconds
      if offer.state == .accepted, ride.driven?.driver == driver.rider { return .unchanged }
      guard offer.state == .open, offer.expiresAt > now, var driven = ride.driven,
        driven.phase == .searching
      else { return .refused(.offerClosed) }
      guard try !connection.hasOwnRide(driver.rider, at: now) else {
        return .refused(.ownRideUnderway)
      }
      try connection.enqueue(Statements.setOffer, ["offer": id, "state": "accepted"])
      driven.plan.approachSeconds = offer.seconds
      (driven.plan.name, driven.plan.model) = (name, driver.car.model)
      driven.plan.plate = driver.car.plate
      try connection.run(
        Statements.assign,
        [
          "ride": ride.id, "driver": driver.rider, "driven": try SQLValue.json(driven.plan),
          "car": PathCoding.encode([offer.approach[0]]),
          "approach": PathCoding.encode(offer.approach),
          "now": now, "never": RideTimetable.never,
        ])
      try connection.tellFollowers(of: ride, at: now)
      return .changed(ride, driver.rider)
    }
  }

  func decline(
    _ id: Identifier<RideOffer>, by driver: RiderID, clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    try step { (connection) throws(StoreError) in
      guard let (offer, ride) = try connection.lockOffer(id, to: driver) else {
        return .refused(.noSuchOffer(id))
      }
      guard offer.state == .open else {
        return offer.state == .declined ? .unchanged : .refused(.offerClosed)
      }
      try connection.tell([driver], .driving, at: clock().inWholeMilliseconds)
      try connection.run(Statements.setOffer, ["offer": id, "state": "declined"])
      return .changed(ride, driver)
    }
  }

  func advance(
    _ id: Identifier<Ride>, _ step: RideAdvance.Step, by driver: RiderID,
    clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    try self.step { (connection) throws(StoreError) in
      guard let ride = try connection.lockRide(id), let driven = ride.driven,
        driven.driver == driver
      else { return .refused(.noSuchRide(id)) }
      let now = clock().inWholeMilliseconds
      let state = ride.state(at: RideTimetable.never - 1)
      switch (step, state) {
      case (.arrive, .arrived), (.start, .onTrip), (.complete, .completed): return .unchanged
      case (.arrive, .accepted), (.arrive, .arriving):
        if let refusal = ride.refusalFarFromPickup { return .refused(refusal) }
      case (.start, .arrived), (.complete, .onTrip): break
      default: return .refused(.wrongStep(step, state))
      }
      try connection.tellFollowers(of: ride, at: now)
      try connection.run(Statements.of(step), ["ride": id, "now": now])
      return .changed(ride)
    }
  }

  /// Gives a ride back before its start.
  func abandon(
    _ id: Identifier<Ride>, _ reason: RideAbandonment.Reason,
    by driver: RiderID, clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    try step { (connection) throws(StoreError) in
      guard let ride = try connection.lockRide(id), let driven = ride.driven else {
        return .refused(.noSuchRide(id))
      }
      let now = clock().inWholeMilliseconds
      guard driven.driver == driver else {
        let wasOffered = try connection.hasRow(
          Statements.wasOffered, ["ride": id, "driver": driver])
        return wasOffered ? .unchanged : .refused(.noSuchRide(id))
      }
      guard driven.phase == .assigned else {
        return driven.ending == .noShow ? .unchanged : .refused(.alreadyStarted)
      }
      guard reason == .noShow else {
        try connection.searchAgain(ride, at: now)
        return .changed(ride)
      }
      let waited = now.timeIntervalSince(ride.timetable.arrived)
      guard waited >= DispatchRules.noShow else { return .refused(.tooEarlyForNoShow(waited)) }
      if let refusal = ride.refusalFarFromPickup { return .refused(refusal) }
      try connection.end(ride, .noShow, fee: DispatchRules.fee, at: now)
      return .changed(ride)
    }
  }
}

extension RideRecord {
  /// The error for a step that is made at the pick-up, while the car is elsewhere.
  fileprivate var refusalFarFromPickup: APIError? {
    let distance = (driven?.car ?? approach[0]).distance(to: route[0])
    return distance <= DispatchRules.arrivalDistance ? nil : .tooFarFromPickup(distance)
  }
}

/// The steps of a round of dispatch, on any server.
extension SQLStore {
  /// Whether a ride with a real driver is under way.
  func hasDispatch() throws(StoreError) -> Bool {
    try first(Statements.any) { _ in true } ?? false
  }

  /// Ends what time has ended: offers without an answer, searches without a driver, and rides whose
  /// drivers are silent.
  ///
  /// - Parameter start: The start of the server; the silence of a driver counts from then at the
  ///   earliest.
  /// - Returns: The errors of the steps that failed; the others are made nevertheless.
  @discardableResult
  func endOverdue(
    since start: Date, clock: @Sendable () -> Date
  ) throws(StoreError) -> [StoreError] {
    let now = clock()
    var failures: [StoreError] = []
    let offers = try all(Statements.overdueOffers, ["now": now]) { row in
      (Identifier<RideOffer>(row.text(0)), RiderID(row.text(1)))
    }
    func attempt(_ body: () throws(StoreError) -> Void) {
      do throws(StoreError) { try body() } catch { failures.append(error) }
    }
    for (offer, driver) in offers {
      attempt { () throws(StoreError) in try expire(offer, to: driver, clock: clock) }
    }
    func limit(_ silence: Double) -> Date? { now - silence >= start ? now - silence : nil }
    let rides = try all(
      Statements.overdueRides,
      [
        "searched": now - DispatchRules.search,
        "silent": limit(DispatchRules.silence), "lost": limit(DispatchRules.tripSilence),
      ]
    ) { row in Identifier<Ride>(row.text(0)) }
    for ride in rides {
      attempt { () throws(StoreError) in try endOverdue(ride, since: start, clock: clock) }
    }
    return failures
  }

  private func expire(
    _ id: Identifier<RideOffer>, to driver: RiderID, clock: @Sendable () -> Date
  ) throws(StoreError) {
    _ = try step { (connection) throws(StoreError) in
      guard let (offer, ride) = try connection.lockOffer(id, to: driver),
        offer.state == .open, offer.expiresAt <= clock()
      else { return .unchanged }
      try connection.tell([driver], .driving, at: clock().inWholeMilliseconds)
      try connection.run(Statements.setOffer, ["offer": id, "state": "expired"])
      return .changed(ride, driver)
    }
  }

  private func endOverdue(
    _ id: Identifier<Ride>, since start: Date, clock: @Sendable () -> Date
  ) throws(StoreError) {
    _ = try step { (connection) throws(StoreError) in
      guard let ride = try connection.lockRide(id), let driven = ride.driven else {
        return .unchanged
      }
      let driver = try driven.driver.flatMap { (driver) throws(StoreError) in
        try connection.lockDriver(driver)
      }
      let now = clock().inWholeMilliseconds
      let silence = now.timeIntervalSince(max(start, driver?.shift?.reportedAt ?? .distantPast))
      switch driven.phase {
      case .searching:
        guard now.timeIntervalSince(driven.searchedAt) >= DispatchRules.search,
          try !connection.hasRow(Statements.openOffer, ["ride": id])
        else { return .unchanged }
        try connection.end(ride, .noDriver, at: now)
      case .assigned:
        guard silence >= DispatchRules.silence else { return .unchanged }
        try connection.searchAgain(ride, at: now)
      case .onTrip:
        guard silence >= DispatchRules.tripSilence else { return .unchanged }
        try connection.tellFollowers(of: ride, at: now)
        try connection.run(Statements.complete, ["ride": id, "now": now])
      case .ended: return .unchanged
      }
      return .changed(ride)
    }
  }

  /// Returns the rides that wait for an offer, oldest first; an error for one that cannot be read.
  func waitingRides() throws(StoreError) -> [Result<RideRecord, StoreError>] {
    try all(Statements.waiting) { row in
      Result { () throws(StoreError) in try RideRecord(row) }
    }
  }

  /// Returns who cannot be offered a ride: those who were, the rider, and whom one has blocked.
  func excludedDrivers(of ride: RideRecord) throws(StoreError) -> Set<RiderID> {
    let others = try all(
      Statements.excluded, ["ride": ride.id, "rider": ride.rider]
    ) { row in RiderID(row.text(0)) }
    return Set(others).union([ride.rider])
  }

  /// Offers a ride, if the ride and the driver are still free, by the matcher that a flag has chosen.
  func offer(
    _ id: Identifier<RideOffer>, _ ride: RideRecord, to driver: RiderID,
    _ approach: Route, by matching: DispatchMatching? = nil, clock: @Sendable () -> Date
  ) throws(StoreError) {
    _ = try step { (connection) throws(StoreError) in
      guard let ride = try connection.lockRide(ride.id), ride.driven?.phase == .searching,
        let record = try connection.lockDriver(driver), let shift = record.shift,
        record.car.option == ride.request.option
      else { return .unchanged }
      let now = clock().inWholeMilliseconds
      guard now.timeIntervalSince(shift.reportedAt) <= DispatchRules.freshness,
        try !connection.isDriving(driver), try !connection.hasOwnRide(driver, at: now)
      else { return .unchanged }
      let added = try connection.run(
        Statements.addOffer,
        [
          "offer": id, "ride": ride.id, "driver": driver, "expires": now + DispatchRules.offer,
          "seconds": Int(approach.duration.rounded(.up)),
          "approach": PathCoding.encode(approach.corners), "matching": matching?.rawValue,
        ])
      guard added == 1 else { return .unchanged }
      try connection.tell([driver], .driving, at: now)
      return .changed(ride, driver)
    }
  }
}

extension SQLConnection {
  fileprivate func lockRide(_ id: Identifier<Ride>) throws(StoreError) -> RideRecord? {
    try first(Statements.lockRide, ["ride": id], read: RideRecord.init)
  }

  /// Locks the ride of an offer, the driver and the offer, and returns both; `nil` for another
  /// driver's offer.
  fileprivate func lockOffer(
    _ id: Identifier<RideOffer>, to driver: RiderID
  ) throws(StoreError) -> (OfferRecord, RideRecord)? {
    let arguments: SQLArguments = ["offer": id, "driver": driver]
    guard let known = try first(Statements.offer, arguments, read: OfferRecord.init),
      let ride = try lockRide(known.ride)
    else { return nil }
    try lockDriver(driver)
    return try first(Statements.lockOffer, arguments, read: OfferRecord.init).map { ($0, ride) }
  }

  /// Whether a driver has requested a ride that is under way.
  fileprivate func hasOwnRide(_ driver: RiderID, at now: Date) throws(StoreError) -> Bool {
    try hasRow(Statements.ownRide, ["driver": driver, "now": now])
  }

  fileprivate func end(
    _ ride: RideRecord, _ reason: RideCancellation.Reason, fee: Int? = nil, at now: Date
  ) throws(StoreError) {
    try tellFollowers(of: ride, at: now)
    try run(Statements.end, ["ride": ride.id, "now": now, "fee": fee, "ending": reason.rawValue])
  }

  /// Takes a ride from its driver and looks for another one.
  fileprivate func searchAgain(_ ride: RideRecord, at now: Date) throws(StoreError) {
    try tellFollowers(of: ride, at: now)
    guard let driven = ride.driven else { return }
    try run(
      Statements.searchAgain,
      [
        "ride": ride.id, "now": now, "never": RideTimetable.never,
        "driven": try SQLValue.json(DrivenRecord.Plan(tripSeconds: driven.plan.tripSeconds)),
      ])
  }
}

private enum Statements {
  static let lockAccount = SQLStatement.locking("SELECT id FROM accounts WHERE id = :rider")
  static let lockRide = RideColumn.select("WHERE id = :ride", locking: true)
  static let offer = OfferColumn.select("WHERE id = :offer AND driver = :driver")
  static let lockOffer = OfferColumn.select("WHERE id = :offer AND driver = :driver", locking: true)
  static let setOffer: SQLStatement = "UPDATE offers SET state = :state WHERE id = :offer"
  static let openOffer: SQLStatement = "SELECT 1 FROM offers WHERE ride = :ride AND state = 'open'"
  static let wasOffered: SQLStatement =
    "SELECT 1 FROM offers WHERE ride = :ride AND driver = :driver AND state = 'accepted'"
  static let assign: SQLStatement = """
    UPDATE rides SET dispatch = 2, driver = :driver, driven = :driven, car = :car,
      approach = :approach, accepted_at = :now, arriving_at = :never, arrived_at = :never
    WHERE id = :ride AND dispatch = 1
    """
  static let searchAgain: SQLStatement = """
    UPDATE rides SET dispatch = 1, driver = NULL, driven = :driven, car = NULL,
      searched_at = :now, accepted_at = :never, arriving_at = :never, arrived_at = :never
    WHERE id = :ride AND dispatch = 2
    """
  static let arrive: SQLStatement = """
    UPDATE rides SET arrived_at = :now,
      arriving_at = CASE WHEN arriving_at > :now THEN :now ELSE arriving_at END
    WHERE id = :ride AND dispatch = 2
    """
  static let start: SQLStatement =
    "UPDATE rides SET dispatch = 3, boarded_at = :now WHERE id = :ride AND dispatch = 2"
  static let complete: SQLStatement =
    "UPDATE rides SET dispatch = 4, completed_at = :now WHERE id = :ride AND dispatch = 3"
  static func of(_ step: RideAdvance.Step) -> SQLStatement {
    switch step {
    case .arrive: arrive
    case .start: start
    case .complete: complete
    }
  }
  static let end: SQLStatement = """
    UPDATE rides SET dispatch = 4, cancelled_at = :now, ending = :ending, fee = :fee
    WHERE id = :ride AND dispatch IN (1, 2)
    """
  static let ownRide: SQLStatement =
    "SELECT 1 FROM rides WHERE rider = :driver AND completed_at > :now AND cancelled_at IS NULL"
  static let any: SQLStatement = "SELECT 1 FROM rides WHERE dispatch IN (1, 2, 3) LIMIT 1"
  static let overdueOffers: SQLStatement =
    "SELECT id, driver FROM offers WHERE state = 'open' AND expires_at <= :now ORDER BY id"
  static let overdueRides: SQLStatement = """
    SELECT id FROM rides WHERE dispatch = 1 AND searched_at <= :searched
      AND NOT EXISTS (SELECT 1 FROM offers WHERE ride = rides.id AND state = 'open')
    UNION ALL
    SELECT rides.id FROM rides LEFT JOIN drivers ON drivers.rider = rides.driver
    WHERE dispatch = 2 AND coalesce(positioned_at, 0) <= :silent
      OR dispatch = 3 AND coalesce(positioned_at, 0) <= :lost
    ORDER BY id
    """
  static let waiting: SQLStatement = """
    SELECT \(RideColumn.list) FROM rides WHERE dispatch = 1
      AND NOT EXISTS (SELECT 1 FROM offers WHERE ride = rides.id AND state = 'open')
    ORDER BY searched_at, id
    """
  static let excluded: SQLStatement = """
    SELECT driver FROM offers WHERE ride = :ride
    UNION SELECT blocked FROM blocks WHERE rider = :rider
    UNION SELECT rider FROM blocks WHERE blocked = :rider
    """
  static let addOffer: SQLStatement = """
    INSERT INTO offers (id, ride, driver, state, expires_at, seconds, approach, matching)
    VALUES (:offer, :ride, :driver, 'open', :expires, :seconds, :approach, :matching)
    ON CONFLICT DO NOTHING
    """
}
