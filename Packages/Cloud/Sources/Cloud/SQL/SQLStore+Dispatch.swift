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

  static func changed(
    _ ride: RideRecord, _ driver: Identifier<RiderProfile>? = nil
  ) -> DispatchStep {
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
    _ id: Identifier<RideOffer>, by driver: DriverRecord, name: String,
    clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    try step { (connection) throws(StoreError) in
      if connection.dialect.hasConcurrentWriters {
        try connection.run(
          DispatchStatements.lockAccount, ["rider": .identifier(driver.rider)])
      }
      guard let (offer, ride) = try connection.lockOffer(id, to: driver.rider), let ride else {
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
      try connection.enqueue(
        DispatchStatements.setOffer, ["offer": .identifier(id), "state": .text("accepted")])
      driven.plan.approachSeconds = offer.seconds
      (driven.plan.name, driven.plan.model) = (name, driver.car.model)
      driven.plan.plate = driver.car.plate
      let start = offer.approach[0]
      try connection.run(
        DispatchStatements.assign,
        [
          "ride": .identifier(ride.id), "driver": .identifier(driver.rider),
          "driven": try .json(driven.plan), "car": .blob(PathCoding.encode([start])),
          "approach": .blob(PathCoding.encode(offer.approach)), "now": .time(now),
          "never": .time(RideTimetable.never),
        ])
      try connection.tellFollowers(of: ride, at: now)
      return .changed(ride, driver.rider)
    }
  }

  func decline(
    _ id: Identifier<RideOffer>, by driver: Identifier<RiderProfile>, clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    try step { (connection) throws(StoreError) in
      guard let (offer, ride) = try connection.lockOffer(id, to: driver), let ride else {
        return .refused(.noSuchOffer(id))
      }
      guard offer.state == .open else {
        return offer.state == .declined ? .unchanged : .refused(.offerClosed)
      }
      try connection.tell([driver], .driving, at: clock().inWholeMilliseconds)
      try connection.run(
        DispatchStatements.setOffer, ["offer": .identifier(id), "state": .text("declined")])
      return .changed(ride, driver)
    }
  }

  func advance(
    _ id: Identifier<Ride>, _ step: RideAdvance.Step, by driver: Identifier<RiderProfile>,
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
        let distance = ride.distanceToPickup
        guard distance <= DispatchRules.arrivalDistance else {
          return .refused(.tooFarFromPickup(distance))
        }
      case (.start, .arrived), (.complete, .onTrip): break
      default: return .refused(.wrongStep(step, state))
      }
      let statement =
        switch step {
        case .arrive: DispatchStatements.arrive
        case .start: DispatchStatements.start
        case .complete: DispatchStatements.complete
        }
      try connection.tellFollowers(of: ride, at: now)
      try connection.run(statement, ["ride": .identifier(id), "now": .time(now)])
      return .changed(ride)
    }
  }

  /// Gives a ride back before its start.
  func abandon(
    _ id: Identifier<Ride>, _ reason: RideAbandonment.Reason,
    by driver: Identifier<RiderProfile>, clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    try step { (connection) throws(StoreError) in
      guard let ride = try connection.lockRide(id), let driven = ride.driven else {
        return .refused(.noSuchRide(id))
      }
      let now = clock().inWholeMilliseconds
      guard driven.driver == driver else {
        let wasOffered = try connection.hasRow(
          DispatchStatements.wasOffered,
          ["ride": .identifier(id), "driver": .identifier(driver)])
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
      let distance = ride.distanceToPickup
      guard distance <= DispatchRules.arrivalDistance else {
        return .refused(.tooFarFromPickup(distance))
      }
      try connection.tellFollowers(of: ride, at: now)
      try connection.run(
        DispatchStatements.end,
        [
          "ride": .identifier(id), "now": .time(now), "fee": .number(DispatchRules.fee),
          "ending": .text(RideCancellation.Reason.noShow.rawValue),
        ])
      return .changed(ride)
    }
  }
}

extension RideRecord {
  /// How far the car is from the pick-up, in meters.
  fileprivate var distanceToPickup: Double {
    (driven?.car ?? approach[0]).distance(to: route[0])
  }
}

/// The steps of a round of dispatch, on any server.
extension SQLStore {
  /// Whether a ride with a real driver is under way.
  func hasDispatch() throws(StoreError) -> Bool {
    try first(DispatchStatements.any) { _ in true } ?? false
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
    let offers = try all(DispatchStatements.overdueOffers, ["now": .time(now)]) { row in
      (Identifier<RideOffer>(row.text(0)), Identifier<RiderProfile>(row.text(1)))
    }
    for (offer, driver) in offers {
      do throws(StoreError) {
        try expire(offer, to: driver, clock: clock)
      } catch {
        failures.append(error)
      }
    }
    func limit(_ silence: Double) -> SQLValue {
      now - silence >= start ? .time(now - silence) : .null
    }
    let rides = try all(
      DispatchStatements.overdueRides,
      [
        "searched": .time(now - DispatchRules.search),
        "silent": limit(DispatchRules.silence), "lost": limit(DispatchRules.tripSilence),
      ]
    ) { row in Identifier<Ride>(row.text(0)) }
    for ride in rides {
      do throws(StoreError) {
        try endOverdue(ride, since: start, clock: clock)
      } catch {
        failures.append(error)
      }
    }
    return failures
  }

  private func expire(
    _ id: Identifier<RideOffer>, to driver: Identifier<RiderProfile>, clock: @Sendable () -> Date
  ) throws(StoreError) {
    _ = try step { (connection) throws(StoreError) in
      guard let (offer, ride) = try connection.lockOffer(id, to: driver), let ride,
        offer.state == .open, offer.expiresAt <= clock()
      else { return .unchanged }
      try connection.tell([driver], .driving, at: clock().inWholeMilliseconds)
      try connection.run(
        DispatchStatements.setOffer, ["offer": .identifier(id), "state": .text("expired")])
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
          try !connection.hasRow(DispatchStatements.openOffer, ["ride": .identifier(id)])
        else { return .unchanged }
        try connection.tellFollowers(of: ride, at: now)
        try connection.run(
          DispatchStatements.end,
          [
            "ride": .identifier(id), "now": .time(now), "fee": .null,
            "ending": .text(RideCancellation.Reason.noDriver.rawValue),
          ])
      case .assigned:
        guard silence >= DispatchRules.silence else { return .unchanged }
        try connection.searchAgain(ride, at: now)
      case .onTrip:
        guard silence >= DispatchRules.tripSilence else { return .unchanged }
        try connection.tellFollowers(of: ride, at: now)
        try connection.run(
          DispatchStatements.complete, ["ride": .identifier(id), "now": .time(now)])
      case .ended: return .unchanged
      }
      return .changed(ride)
    }
  }

  /// Returns the rides that wait for an offer, oldest first; an error for one that cannot be read.
  func waitingRides() throws(StoreError) -> [Result<RideRecord, StoreError>] {
    try all(DispatchStatements.waiting) { row -> Result<RideRecord, StoreError> in
      do throws(StoreError) {
        return .success(try RideRecord(row))
      } catch {
        return .failure(error)
      }
    }
  }

  /// Returns who cannot be offered a ride: those who were, the rider, and whom one has blocked.
  func excludedDrivers(of ride: RideRecord) throws(StoreError) -> Set<Identifier<RiderProfile>> {
    let others = try all(
      DispatchStatements.excluded,
      ["ride": .identifier(ride.id), "rider": .identifier(ride.rider)]
    ) { row in Identifier<RiderProfile>(row.text(0)) }
    return Set(others).union([ride.rider])
  }

  /// Offers a ride, if the ride and the driver are still free.
  ///
  /// - Parameter matching: The matcher, where a flag has chosen it.
  func offer(
    _ id: Identifier<RideOffer>, _ ride: RideRecord, to driver: Identifier<RiderProfile>,
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
        DispatchStatements.addOffer,
        [
          "offer": .identifier(id), "ride": .identifier(ride.id), "driver": .identifier(driver),
          "expires": .time(now + DispatchRules.offer),
          "seconds": .number(Int(approach.duration.rounded(.up))),
          "approach": .blob(PathCoding.encode(approach.corners)),
          "matching": .optional(matching?.rawValue),
        ])
      guard added == 1 else { return .unchanged }
      try connection.tell([driver], .driving, at: now)
      return .changed(ride, driver)
    }
  }
}

extension SQLConnection {
  fileprivate func lockRide(_ id: Identifier<Ride>) throws(StoreError) -> RideRecord? {
    try first(DispatchStatements.lockRide, ["ride": .identifier(id)], read: RideRecord.init)
  }

  /// Locks the ride of an offer, the driver and the offer, and returns both; `nil` for another
  /// driver's offer.
  fileprivate func lockOffer(
    _ id: Identifier<RideOffer>, to driver: Identifier<RiderProfile>
  ) throws(StoreError) -> (OfferRecord, RideRecord?)? {
    let arguments: SQLArguments = ["offer": .identifier(id), "driver": .identifier(driver)]
    let known = try first(DispatchStatements.offer, arguments, read: OfferRecord.init)
    guard let known else { return nil }
    let ride = try lockRide(known.ride)
    try lockDriver(driver)
    return try first(DispatchStatements.lockOffer, arguments, read: OfferRecord.init)
      .map { ($0, ride) }
  }

  /// Whether a driver has requested a ride that is under way.
  fileprivate func hasOwnRide(
    _ driver: Identifier<RiderProfile>, at now: Date
  ) throws(StoreError) -> Bool {
    try hasRow(DispatchStatements.ownRide, ["driver": .identifier(driver), "now": .time(now)])
  }

  /// Takes a ride from its driver and looks for another one.
  fileprivate func searchAgain(_ ride: RideRecord, at now: Date) throws(StoreError) {
    try tellFollowers(of: ride, at: now)
    guard let driven = ride.driven else { return }
    try run(
      DispatchStatements.searchAgain,
      [
        "ride": .identifier(ride.id), "now": .time(now), "never": .time(RideTimetable.never),
        "driven": try .json(DrivenRecord.Plan(tripSeconds: driven.plan.tripSeconds)),
      ])
  }
}

private enum DispatchStatements {
  static let lockAccount = SQLStatement.locking("SELECT id FROM accounts WHERE id = :rider")
  static let lockRide = SQLStatement.locking(
    "SELECT \(RideColumn.list) FROM rides WHERE id = :ride")
  static let offer = SQLStatement(
    "SELECT \(OfferColumn.list) FROM offers WHERE id = :offer AND driver = :driver")
  static let lockOffer = SQLStatement.locking(
    "SELECT \(OfferColumn.list) FROM offers WHERE id = :offer AND driver = :driver")
  static let setOffer = SQLStatement("UPDATE offers SET state = :state WHERE id = :offer")
  static let openOffer = SQLStatement(
    "SELECT 1 FROM offers WHERE ride = :ride AND state = 'open'")
  static let wasOffered = SQLStatement(
    "SELECT 1 FROM offers WHERE ride = :ride AND driver = :driver AND state = 'accepted'")
  static let assign = SQLStatement(
    """
    UPDATE rides SET dispatch = 2, driver = :driver, driven = :driven, car = :car,
      approach = :approach, accepted_at = :now, arriving_at = :never, arrived_at = :never
    WHERE id = :ride AND dispatch = 1
    """)
  static let searchAgain = SQLStatement(
    """
    UPDATE rides SET dispatch = 1, driver = NULL, driven = :driven, car = NULL,
      searched_at = :now, accepted_at = :never, arriving_at = :never, arrived_at = :never
    WHERE id = :ride AND dispatch = 2
    """)
  static let arrive = SQLStatement(
    """
    UPDATE rides SET arrived_at = :now,
      arriving_at = CASE WHEN arriving_at > :now THEN :now ELSE arriving_at END
    WHERE id = :ride AND dispatch = 2
    """)
  static let start = SQLStatement(
    "UPDATE rides SET dispatch = 3, boarded_at = :now WHERE id = :ride AND dispatch = 2")
  static let complete = SQLStatement(
    "UPDATE rides SET dispatch = 4, completed_at = :now WHERE id = :ride AND dispatch = 3")
  static let end = SQLStatement(
    """
    UPDATE rides SET dispatch = 4, cancelled_at = :now, ending = :ending, fee = :fee
    WHERE id = :ride AND dispatch IN (1, 2)
    """)
  static let ownRide = SQLStatement(
    """
    SELECT 1 FROM rides WHERE rider = :driver AND completed_at > :now AND cancelled_at IS NULL
    """)
  static let any = SQLStatement("SELECT 1 FROM rides WHERE dispatch IN (1, 2, 3) LIMIT 1")
  static let overdueOffers = SQLStatement(
    "SELECT id, driver FROM offers WHERE state = 'open' AND expires_at <= :now ORDER BY id")
  static let overdueRides = SQLStatement(
    """
    SELECT id FROM rides WHERE dispatch = 1 AND searched_at <= :searched
      AND NOT EXISTS (SELECT 1 FROM offers WHERE ride = rides.id AND state = 'open')
    UNION ALL
    SELECT rides.id FROM rides LEFT JOIN drivers ON drivers.rider = rides.driver
    WHERE dispatch = 2 AND coalesce(positioned_at, 0) <= :silent
      OR dispatch = 3 AND coalesce(positioned_at, 0) <= :lost
    ORDER BY id
    """)
  static let waiting = SQLStatement(
    """
    SELECT \(RideColumn.list) FROM rides WHERE dispatch = 1
      AND NOT EXISTS (SELECT 1 FROM offers WHERE ride = rides.id AND state = 'open')
    ORDER BY searched_at, id
    """)
  static let excluded = SQLStatement(
    """
    SELECT driver FROM offers WHERE ride = :ride
    UNION SELECT blocked FROM blocks WHERE rider = :rider
    UNION SELECT rider FROM blocks WHERE blocked = :rider
    """)
  static let addOffer = SQLStatement(
    """
    INSERT INTO offers (id, ride, driver, state, expires_at, seconds, approach, matching)
    VALUES (:offer, :ride, :driver, 'open', :expires, :seconds, :approach, :matching)
    ON CONFLICT DO NOTHING
    """)
}
