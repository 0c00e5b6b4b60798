package import CloudDomain
package import Core
package import FoundationEssentials

extension SQLStore {
  /// Returns a rider as a driver; `nil` for one who has not registered.
  package func driver(_ rider: RiderID) throws(StoreError) -> DriverRecord? {
    try first(Statements.driver, ["driver": rider], read: DriverRecord.init)
  }

  /// Registers a driver, or changes the car; returns what refuses it.
  package func register(_ car: DriverCar, of rider: RiderID, now: Date) throws(StoreError)
    -> RideRefusal?
  {
    try write(waking: [rider.rawValue]) { (connection, _) throws(StoreError) in
      let driver: SQLArguments = ["driver": rider]
      let known = try connection.first(Statements.driver, driver, read: DriverRecord.init)
      if known?.car == car { return nil }
      guard known?.shift == nil else { return .shiftOpen }
      let arguments = driver.adding("plate", car.plate).adding("model", car.model)
        .adding("kind", car.option.rawValue)
      guard try !connection.hasRow(Statements.otherPlate, arguments) else {
        return .plateTaken(car.plate)
      }
      try connection.run(Statements.register, arguments)
      // Who loses the race for a plate finds it taken, or that a shift has begun.
      guard try connection.run(Statements.change, arguments) == 1 else {
        return known == nil ? .plateTaken(car.plate) : .shiftOpen
      }
      try connection.tell([rider], .driving, at: now)
      return nil
    }
  }

  /// Returns the drivers in some boxes to whom rides may be offered, each once, by their identifiers.
  ///
  /// - Parameter needApproval: Whether the operator approves drivers.
  package func freeDrivers(
    in boxes: [BoundingBox], reportedAfter time: Date, needApproval: Bool
  ) throws(StoreError) -> [DriverRecord] {
    let calls = boxes.flatMap { box in
      GridCell.ranges(of: box).map { cells -> SQLCall in
        (
          Statements.free,
          [
            "time": time, "first": cells.lowerBound, "last": cells.upperBound,
            "south": box.latitudes.lowerBound, "north": box.latitudes.upperBound,
            "west": box.longitudes.lowerBound, "east": box.longitudes.upperBound,
            "undecided": needApproval ? "" : "undecided",
          ]
        )
      }
    }
    let found = try database.read { (connection) throws(StoreError) in
      var found: [RiderID: DriverRecord] = [:]
      try connection.runAll(calls) { (_, row) throws(StoreError) in
        let driver = try DriverRecord(row)
        found[driver.rider] = driver
      }
      return found
    }
    return found.values.sorted { $0.rider.rawValue < $1.rider.rawValue }
  }

  /// Returns the open offer to a driver with its ride; `nil` without one.
  package func openOffer(
    to driver: RiderID, now: Date
  ) throws(StoreError) -> (OfferRecord, RideRecord)? {
    try first(Statements.openOffer, ["driver": driver, "now": now]) { (row) throws(StoreError) in
      (try OfferRecord(row), try RideRecord(row.columns(RideColumn.self, after: OfferColumn.count)))
    }
  }

  /// Returns the rides that a driver has accepted, newest first, each with the rider's name and the
  /// stars that the driver has given.
  ///
  /// - Parameter isActive: Whether only the ride under way is asked for.
  package func drivenRides(
    of driver: RiderID, isActive: Bool = false, limit: Int
  ) throws(StoreError) -> [(ride: RideRecord, rider: String, stars: Int?)] {
    try all(
      isActive ? Statements.active : Statements.driven, ["driver": driver, "limit": limit]
    ) { (row) throws(StoreError) in
      let ride = try RideRecord(row)
      let stars = row.isNull(RideColumn.count + 1) ? nil : Int(row.integer(RideColumn.count + 1))
      return (ride, row.text(RideColumn.count), stars)
    }
  }

  /// Returns the offers that were made to a driver, newest first.
  package func offers(to driver: RiderID) throws(StoreError) -> [OfferRecord] {
    try all(Statements.offers, ["driver": driver], read: OfferRecord.init)
  }

  /// Returns the stars that a rider has given, as a rider or as a driver, fewest first.
  package func ratings(by rider: RiderID) throws(StoreError) -> [GivenRating] {
    try all(Statements.ratings, ["rider": rider]) { row in
      GivenRating(ride: Identifier(row.text(0)), stars: Int(row.integer(1)))
    }
  }

  /// Returns how many rides a driver has completed since a time, and what they and fees have brought;
  /// `nil` before the first of either.
  package func earnings(
    of driver: RiderID, since time: Date
  ) throws(StoreError) -> (count: Int, sum: Money?) {
    let arguments: SQLArguments = ["driver": driver, "since": time]
    let found = try first(Statements.earnings, arguments) { row in
      (Int(row.integer(0)), Money(currency: row.text(2), minorUnits: Int(row.integer(1))))
    }
    return (found?.0 ?? 0, found?.1)
  }

  /// Rates the other side of a ride that is completed; one star blocks it. Of each rider the first stars
  /// count for a driver.
  package func rate(
    _ id: Identifier<Ride>, _ stars: Int, by rider: RiderID, now: Date
  ) throws(StoreError) -> RideRefusal? {
    let (refusal, keys) = try database.write {
      (connection, _) throws(StoreError) -> (RideRefusal?, [String]) in
      let known = try connection.first(Statements.ride, ["ride": id], read: RideRecord.init)
      // Two ratings of one rider come one after the other, and no account is deleted meanwhile.
      try connection.lockAccounts([rider, known?.driven?.driver, known?.rider].compactMap(\.self))
      let ride = try connection.first(Statements.ride, ["ride": id], read: RideRecord.init)
      guard let ride else { return (.noSuchRide(id), []) }
      let isRider: Bool
      do throws(RideRefusal) {
        isRider = try ride.isRatedByRider(rider, at: now)
      } catch {
        return (error, [])
      }
      // Whose account is deleted rides with nobody any more.
      let other = stars == 1 ? (isRider ? ride.driven?.driver : ride.rider) : nil
      let arguments: SQLArguments = [
        "ride": id, "side": isRider ? "rider" : "driver", "stars": stars,
      ]
      let isNew = try connection.run(Statements.rate, arguments) == 1
      if !isNew, try !connection.hasRow(Statements.sameStars, arguments) {
        return (.alreadyRated, [])
      }
      if isNew, isRider { try connection.run(Statements.keepStars, ["ride": id, "stars": stars]) }
      if isNew, isRider, let driver = ride.driven?.driver {
        // Told together with others, so that the driver cannot tell whose they are.
        let arguments: SQLArguments = [
          "driver": driver, "rider": rider, "ride": id, "stars": stars,
          "together": DriverRating.together,
        ]
        try connection.run(Statements.addStars, arguments)
        try connection.run(Statements.tellStars, arguments)
      }
      guard let other else { return (nil, []) }
      return (nil, try connection.block([other], by: rider, id, now: now))
    }
    changes.post(keys)
    return refusal
  }

  /// Gives the driver of a completed ride a tip, in the smallest unit of the price's currency.
  package func tip(
    _ id: Identifier<Ride>, _ amount: Int, by rider: RiderID, now: Date
  ) throws(StoreError) -> RideRefusal? {
    let (refusal, keys) = try database.write {
      (connection, _) throws(StoreError) -> (RideRefusal?, [String]) in
      // The account is not deleted meanwhile.
      try connection.lockAccount(rider)
      let ride = try connection.first(Statements.lockRide, ["ride": id], read: RideRecord.init)
      guard let ride else { return (.noSuchRide(id), []) }
      do throws(RideRefusal) {
        try ride.checkTip(amount, by: rider, at: now)
      } catch {
        return (error, [])
      }
      guard try connection.run(Statements.tip, ["ride": id, "tip": amount]) == 1,
        let driver = ride.driven?.driver
      else { return (nil, []) }
      try connection.tell([driver], .driving, at: now)
      return (nil, [driver.rawValue])
    }
    changes.post(keys)
    return refusal
  }
}

private enum Statements {
  static let driver = DriverColumn.select("WHERE rider = :driver")
  /// Blanks and hyphens make no other plate.
  static let otherPlate: SQLStatement = """
    SELECT 1 FROM drivers WHERE rider <> :driver
      AND replace(replace(plate, ' ', ''), '-', '') = replace(replace(:plate, ' ', ''), '-', '')
    """
  static let register: SQLStatement = """
    INSERT INTO drivers (rider, plate, model, kind) VALUES (:driver, :plate, :model, :kind)
    ON CONFLICT DO NOTHING
    """
  static let change: SQLStatement = """
    UPDATE drivers SET plate = :plate, model = :model, kind = :kind,
      decision = CASE WHEN decision = 'suspended' OR plate = :plate AND model = :model
        AND kind = :kind THEN decision END
    WHERE rider = :driver AND shift_at IS NULL
    """
  /// Without those who have an offer or a ride, also as riders.
  static let free: SQLStatement = """
    SELECT \(DriverColumn.list) FROM drivers
    WHERE shift_at IS NOT NULL AND cell BETWEEN :first AND :last AND positioned_at > :time
      AND latitude BETWEEN :south AND :north AND longitude BETWEEN :west AND :east
      AND coalesce(decision, 'undecided') IN ('approved', :undecided)
      AND NOT EXISTS (SELECT 1 FROM offers WHERE driver = drivers.rider AND state = 'open')
      AND NOT EXISTS (SELECT 1 FROM rides WHERE \(DrivenRecord.Phase.hasBusyDriver)
        AND rides.driver = drivers.rider)
      AND NOT EXISTS (SELECT 1 FROM rides AS own WHERE own.rider = drivers.rider
        AND (own.completed_at IS NULL OR own.completed_at > :time) AND own.cancelled_at IS NULL)
    """
  static let openOffer: SQLStatement = """
    SELECT \(OfferColumn.list), \(RideColumn.list) FROM offers JOIN rides ON rides.id = offers.ride
    WHERE offers.driver = :driver AND offers.state = 'open' AND offers.expires_at > :now
    """
  private static func driven(_ condition: String) -> String {
    """
    SELECT \(RideColumn.list), accounts.name, ratings.stars
    FROM rides JOIN accounts ON accounts.id = rides.rider
      LEFT JOIN ratings ON ratings.ride = rides.id AND ratings.side = 'driver'
    WHERE rides.driver = :driver \(condition) ORDER BY rides.number DESC LIMIT :limit
    """
  }
  static let driven = SQLStatement(driven(""))
  static let active = SQLStatement(driven("AND \(DrivenRecord.Phase.hasBusyDriver)"))
  /// All prices of a cloud have one currency.
  static let earnings: SQLStatement = """
    SELECT sum(is_completed), CAST(sum(amount) AS bigint), min(currency) FROM (
      SELECT CASE WHEN cancelled_at IS NULL THEN 1 ELSE 0 END AS is_completed,
        CASE WHEN cancelled_at IS NULL THEN coalesce(fare, price) + coalesce(tip, 0)
          ELSE fee END AS amount, currency
      FROM rides WHERE driver = :driver
        AND (cancelled_at IS NULL AND completed_at >= :since
          OR cancelled_at >= :since AND fee IS NOT NULL)
      UNION ALL
      SELECT is_completed, amount, currency FROM former_rides
      WHERE driver = :driver AND ended_at >= :since
    ) AS earned HAVING count(*) > 0
    """
  static let ride = RideColumn.select("WHERE id = :ride")
  static let lockRide = RideColumn.select("WHERE id = :ride", locking: true)
  static let rate: SQLStatement =
    "INSERT INTO ratings (ride, side, stars) VALUES (:ride, :side, :stars) ON CONFLICT DO NOTHING"
  static let offers = OfferColumn.select("WHERE driver = :driver ORDER BY expires_at DESC, id")
  static let ratings: SQLStatement = """
    SELECT ratings.ride, ratings.stars FROM rides JOIN ratings ON ratings.ride = rides.id
    WHERE rides.rider = :rider AND ratings.side = 'rider'
    UNION ALL
    SELECT ratings.ride, ratings.stars FROM rides JOIN ratings ON ratings.ride = rides.id
    WHERE rides.driver = :rider AND ratings.side = 'driver'
    ORDER BY 2, 1
    """
  static let keepStars: SQLStatement = "UPDATE rides SET stars = :stars WHERE id = :ride"
  static let addStars: SQLStatement = """
    UPDATE drivers SET untold_count = untold_count + 1, untold_sum = untold_sum + :stars
    WHERE rider = :driver AND NOT EXISTS (SELECT 1 FROM rides
      WHERE driver = :driver AND rides.rider = :rider AND rides.stars IS NOT NULL AND id <> :ride)
    """
  static let tellStars: SQLStatement = """
    UPDATE drivers SET stars_count = stars_count + untold_count,
      stars_sum = stars_sum + untold_sum, untold_count = 0, untold_sum = 0
    WHERE rider = :driver AND untold_count >= :together
    """
  static let tip: SQLStatement = "UPDATE rides SET tip = :tip WHERE id = :ride AND tip IS NULL"
  static let sameStars: SQLStatement =
    "SELECT 1 FROM ratings WHERE ride = :ride AND side = :side AND stars = :stars"
}

enum DriverColumn: Int32, SQLColumn {
  case rider, plate, model, kind, shiftAt, latitude, longitude, positionedAt, slack
  case missed, passed, network, decision, reason, decidedAt, starsCount, starsSum
  static let table = "drivers"
}

extension DriverRecord {
  init(_ row: any SQLRow) throws(StoreError) {
    let driver = row.columns(DriverColumn.self)
    guard let option = RideOptionKind(rawValue: driver.text(.kind)) else {
      throw row.unreadable("the kind of a driver's car")
    }
    var shift: Shift?
    if let since = driver.optionalTime(.shiftAt) {
      let location = try? Location(
        latitude: driver.real(.latitude), longitude: driver.real(.longitude))
      guard let location else { throw row.unreadable("a driver's location") }
      shift = Shift(
        since: since, location: location, reportedAt: driver.time(.positionedAt),
        // Open since before an allowance was counted.
        slack: driver.isNull(.slack) ? DispatchRules.positionError : driver.real(.slack))
    }
    self.init(
      rider: driver.identifier(.rider),
      car: DriverCar(plate: driver.text(.plate), model: driver.text(.model), option: option),
      shift: shift, missed: driver.number(.missed), passed: driver.number(.passed),
      network: driver.optionalText(.network), decision: try driver.decision,
      rating: driver.rating)
  }
}

extension SQLColumns<DriverColumn> {
  fileprivate var decision: DriverDecision? {
    get throws(StoreError) {
      guard let text = optionalText(.decision) else { return nil }
      guard let verdict = DriverDecision.Verdict(rawValue: text) else {
        throw row.unreadable("the operator's decision about a driver")
      }
      return DriverDecision(
        verdict, reason: optionalText(.reason) ?? "", at: optionalTime(.decidedAt) ?? .distantPast)
    }
  }
}

extension SQLColumns<DriverColumn> {
  fileprivate var rating: DriverRating? {
    let count = number(.starsCount)
    guard count > 0 else { return nil }
    let tenths = (Double(number(.starsSum)) / Double(count) * 10).rounded()
    return DriverRating(mean: tenths / 10, count: count)
  }
}

enum OfferColumn: Int32, SQLColumn {
  case id, ride, driver, state, expiresAt, seconds, approach, slot
  static let table = "offers"
}

extension OfferRecord {
  init(_ row: any SQLRow) throws(StoreError) {
    let offer = row.columns(OfferColumn.self)
    guard let state = State(rawValue: offer.text(.state)),
      let approach = PathCoding.decode(offer.blob(.approach))
    else { throw row.unreadable("the offer \(offer.text(.id))") }
    self.init(
      id: offer.identifier(.id), ride: offer.identifier(.ride),
      driver: offer.identifier(.driver), state: state, expiresAt: offer.time(.expiresAt),
      seconds: offer.number(.seconds), approach: approach, slot: offer.number(.slot))
  }
}
