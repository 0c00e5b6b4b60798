package import CloudDomain
import Core
package import FoundationEssentials

extension SQLStore {
  /// Returns a rider as a driver; `nil` for one who has not registered.
  package func driver(_ rider: RiderID) throws(StoreError) -> DriverRecord? {
    try first(Statements.driver, ["driver": rider], read: DriverRecord.init)
  }

  /// Registers a driver, or changes the car; returns what refuses it.
  func register(_ car: DriverCar, of rider: RiderID, now: Date) throws(StoreError) -> APIError? {
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

  /// Opens a shift; one that is open goes on, from another place.
  func startShift(
    of rider: RiderID, at location: Location, now: Date
  ) throws(StoreError) -> APIError? {
    try write(waking: [rider.rawValue, ChangeSignals.dispatch]) {
      (connection, _) throws(StoreError) in
      let arguments = Self.arguments(rider, at: location, now: now)
      guard try connection.run(Statements.startShift, arguments) == 1 else { return .notDriver }
      try connection.tell([rider], .driving, at: now)
      return nil
    }
  }

  /// Ends a shift and declines its open offer.
  func endShift(of rider: RiderID, now: Date) throws(StoreError) -> APIError? {
    try write(waking: [rider.rawValue, ChangeSignals.dispatch]) {
      (connection, _) throws(StoreError) in
      let driver: SQLArguments = ["driver": rider]
      guard let record = try connection.lockDriver(rider) else { return .notDriver }
      guard try !connection.isDriving(rider) else { return .stillDriving }
      guard record.shift != nil else { return nil }
      // Before the offer is changed, as by a cancellation of its ride.
      try connection.tell([rider], .driving, at: now)
      try connection.run(Statements.endShift, driver)
      try connection.run(Statements.declineAll, driver)
      return nil
    }
  }

  /// Keeps where a driver is; the car of a ride goes along.
  func report(
    _ location: Location, of rider: RiderID, clock: @Sendable () -> Date
  ) throws(StoreError) -> APIError? {
    let refusal = try step { (connection) throws(StoreError) in
      let ride = try connection.activeRide(of: rider)
      guard let record = try connection.lockDriver(rider) else { return .refused(.notDriver) }
      guard let shift = record.shift else { return .refused(.noShift) }
      let now = clock().inWholeMilliseconds
      let distance = shift.location.distance(to: location)
      let seconds = max(0, now.timeIntervalSince(shift.reportedAt))
      guard distance <= DispatchRules.positionError + DispatchRules.fastest * seconds else {
        return .refused(.jump(distance, seconds: seconds))
      }
      try connection.run(Statements.report, Self.arguments(rider, at: location, now: now))
      guard var ride else { return .unchanged }
      ride.driven?.car = location
      try connection.run(
        Statements.moveCar, ["ride": ride.id, "car": PathCoding.encode([location])])
      guard ride.state(at: now) == .accepted, let driven = ride.driven,
        driven.secondsToPickup(ride) <= DispatchRules.arrival
      else { return .unchanged }
      try connection.run(Statements.arriving, ["ride": ride.id, "now": now])
      try connection.tellFollowers(of: ride, at: now)
      return .changed(ride)
    }
    if refusal == nil { changes.wakeDispatch() }
    return refusal
  }

  private static func arguments(
    _ rider: RiderID, at location: Location, now: Date
  ) -> SQLArguments {
    ["driver": rider, "latitude": location.latitude, "longitude": location.longitude, "now": now]
  }

  /// Returns the drivers to whom rides may be offered, by their identifiers.
  package func freeDrivers(reportedAfter time: Date) throws(StoreError) -> [DriverRecord] {
    try all(Statements.free, ["time": time], read: DriverRecord.init)
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
  func offers(to driver: RiderID) throws(StoreError) -> [OfferRecord] {
    try all(Statements.offers, ["driver": driver], read: OfferRecord.init)
  }

  /// Returns the stars of the rides that a rider has requested or driven, fewest first.
  func ratings(of rider: RiderID) throws(StoreError) -> [(rating: GivenRating, isOwn: Bool)] {
    try all(Statements.ratings, ["rider": rider]) { row in
      let rating = GivenRating(ride: Identifier(row.text(0)), stars: Int(row.integer(1)))
      return (rating, row.text(2) == row.text(3))
    }
  }

  /// Returns how many rides a driver has completed since a time, and what they and fees have brought;
  /// `nil` before the first of either.
  func earnings(
    of driver: RiderID, since time: Date
  ) throws(StoreError) -> (count: Int, sum: Money?) {
    let arguments: SQLArguments = ["driver": driver, "since": time]
    let found = try first(Statements.earnings, arguments) { row in
      (Int(row.integer(0)), Money(currency: row.text(2), minorUnits: Int(row.integer(1))))
    }
    return (found?.0 ?? 0, found?.1)
  }

  /// Rates the other side of a ride that is completed.
  func rate(
    _ id: Identifier<Ride>, _ stars: Int, by rider: RiderID, now: Date
  ) throws(StoreError) -> APIError? {
    try database.write { (connection, _) throws(StoreError) in
      let ride = try connection.first(Statements.ride, ["ride": id], read: RideRecord.init)
      guard let ride, ride.rider == rider || ride.driven?.driver == rider else {
        return .noSuchRide(id)
      }
      guard ride.driven != nil else { return .simulated(ride) }
      guard ride.state(at: now) == .completed else { return .notCompleted(ride) }
      let arguments: SQLArguments = [
        "ride": id, "side": ride.rider == rider ? "rider" : "driver", "stars": stars,
      ]
      guard try connection.run(Statements.rate, arguments) == 0 else { return nil }
      let isSame = try connection.hasRow(Statements.sameStars, arguments)
      return isSame ? nil : .alreadyRated
    }
  }
}

extension SQLConnection {
  /// Locks and returns the ride that a driver has under way.
  func activeRide(of driver: RiderID) throws(StoreError) -> RideRecord? {
    try first(Statements.lockActive, ["driver": driver], read: RideRecord.init)
  }

  /// Whether a driver has a ride under way.
  ///
  /// While the driver is locked this does not change from `false`: each step that gives a driver a
  /// ride locks the driver. The ride is not locked, as rides are locked before drivers.
  func isDriving(_ driver: RiderID) throws(StoreError) -> Bool {
    try hasRow(Statements.isDriving, ["driver": driver])
  }

  /// Locks and returns a driver.
  @discardableResult
  func lockDriver(_ driver: RiderID) throws(StoreError) -> DriverRecord? {
    try first(Statements.lockDriver, ["driver": driver], read: DriverRecord.init)
  }

  /// Tells the rider and those who see the ride that it has come to another state, and its driver.
  func tellFollowers(of ride: RideRecord, at time: Date) throws(StoreError) {
    let arguments: SQLArguments = ["recipient": ride.rider, "subject": ride.id]
    try tell(.followers, .ride, at: time, arguments)
    try tell(.drivers, .driving, at: time, arguments)
  }

  /// Tells the drivers of a ride that has ended, and withdraws its open offer.
  func withdrawOffers(of ride: Identifier<Ride>, at time: Date) throws(StoreError) {
    try tell(.drivers, .driving, at: time, ["subject": ride])
    try enqueue(Statements.withdraw, ["ride": ride])
  }
}

private enum Statements {
  static let driver = DriverColumn.select("WHERE rider = :driver")
  static let lockDriver = DriverColumn.select("WHERE rider = :driver", locking: true)
  static let otherPlate: SQLStatement =
    "SELECT 1 FROM drivers WHERE plate = :plate AND rider <> :driver"
  static let register: SQLStatement = """
    INSERT INTO drivers (rider, plate, model, kind) VALUES (:driver, :plate, :model, :kind)
    ON CONFLICT DO NOTHING
    """
  static let change: SQLStatement = """
    UPDATE drivers SET plate = :plate, model = :model, kind = :kind
    WHERE rider = :driver AND shift_at IS NULL
    """
  static let startShift: SQLStatement = """
    UPDATE drivers SET shift_at = coalesce(shift_at, :now), latitude = :latitude,
      longitude = :longitude, positioned_at = :now WHERE rider = :driver
    """
  static let report: SQLStatement = """
    UPDATE drivers SET latitude = :latitude, longitude = :longitude, positioned_at = :now
    WHERE rider = :driver AND shift_at IS NOT NULL
    """
  static let endShift: SQLStatement = """
    UPDATE drivers SET shift_at = NULL, latitude = NULL, longitude = NULL, positioned_at = NULL
    WHERE rider = :driver
    """
  static let declineAll: SQLStatement =
    "UPDATE offers SET state = 'declined' WHERE driver = :driver AND state = 'open'"
  static let withdraw: SQLStatement =
    "UPDATE offers SET state = 'withdrawn' WHERE ride = :ride AND state = 'open'"
  static let moveCar: SQLStatement = "UPDATE rides SET car = :car WHERE id = :ride"
  static let arriving: SQLStatement = "UPDATE rides SET arriving_at = :now WHERE id = :ride"
  /// Without those who have an offer or a ride, also as riders.
  static let free: SQLStatement = """
    SELECT \(DriverColumn.list) FROM drivers
    WHERE shift_at IS NOT NULL AND positioned_at > :time
      AND NOT EXISTS (SELECT 1 FROM offers WHERE driver = drivers.rider AND state = 'open')
      AND NOT EXISTS (SELECT 1 FROM rides WHERE dispatch IN (2, 3)
        AND rides.driver = drivers.rider)
      AND NOT EXISTS (SELECT 1 FROM rides AS own WHERE own.rider = drivers.rider
        AND own.completed_at > :time AND own.cancelled_at IS NULL)
    ORDER BY rider
    """
  static let openOffer: SQLStatement = """
    SELECT \(OfferColumn.list), \(RideColumn.list) FROM offers JOIN rides ON rides.id = offers.ride
    WHERE offers.driver = :driver AND offers.state = 'open' AND offers.expires_at > :now
    """
  static let lockActive = RideColumn.select(
    "WHERE driver = :driver AND dispatch IN (2, 3)", locking: true)
  static let isDriving: SQLStatement =
    "SELECT 1 FROM rides WHERE driver = :driver AND dispatch IN (2, 3)"
  private static func driven(_ condition: String) -> String {
    """
    SELECT \(RideColumn.list), accounts.name, ratings.stars
    FROM rides JOIN accounts ON accounts.id = rides.rider
      LEFT JOIN ratings ON ratings.ride = rides.id AND ratings.side = 'driver'
    WHERE rides.driver = :driver \(condition) ORDER BY rides.number DESC LIMIT :limit
    """
  }
  static let driven = SQLStatement(driven(""))
  static let active = SQLStatement(driven("AND rides.dispatch IN (2, 3)"))
  /// All prices of a cloud have one currency.
  static let earnings: SQLStatement = """
    SELECT sum(CASE WHEN cancelled_at IS NULL THEN 1 ELSE 0 END),
      CAST(sum(CASE WHEN cancelled_at IS NULL THEN price ELSE fee END) AS bigint),
      min(currency)
    FROM rides WHERE driver = :driver AND dispatch = 4
      AND (cancelled_at IS NULL AND completed_at >= :since
        OR cancelled_at >= :since AND fee IS NOT NULL)
    HAVING count(*) > 0
    """
  static let ride = RideColumn.select("WHERE id = :ride")
  static let rate: SQLStatement =
    "INSERT INTO ratings (ride, side, stars) VALUES (:ride, :side, :stars) ON CONFLICT DO NOTHING"
  static let offers = OfferColumn.select("WHERE driver = :driver ORDER BY expires_at DESC, id")
  /// Each with the side that has rated, and the side that the rider is.
  static let ratings: SQLStatement = """
    SELECT ratings.ride, ratings.stars, ratings.side, 'rider' FROM rides
      JOIN ratings ON ratings.ride = rides.id WHERE rides.rider = :rider
    UNION ALL
    SELECT ratings.ride, ratings.stars, ratings.side, 'driver' FROM rides
      JOIN ratings ON ratings.ride = rides.id WHERE rides.driver = :rider
    ORDER BY 2, 1
    """
  static let sameStars: SQLStatement =
    "SELECT 1 FROM ratings WHERE ride = :ride AND side = :side AND stars = :stars"
}

private enum DriverColumn: Int32, SQLColumn {
  case rider, plate, model, kind, shiftAt, latitude, longitude, positionedAt
  static let table = "drivers"
}

extension DriverRecord {
  fileprivate init(_ row: any SQLRow) throws(StoreError) {
    let driver = row.columns(DriverColumn.self)
    guard let option = RideOptionKind(rawValue: driver.text(.kind)) else {
      throw row.unreadable("the kind of a driver's car")
    }
    var shift: Shift?
    if let since = driver.optionalTime(.shiftAt) {
      let location = try? Location(
        latitude: driver.real(.latitude), longitude: driver.real(.longitude))
      guard let location else { throw row.unreadable("a driver's location") }
      shift = Shift(since: since, location: location, reportedAt: driver.time(.positionedAt))
    }
    self.init(
      rider: driver.identifier(.rider),
      car: DriverCar(plate: driver.text(.plate), model: driver.text(.model), option: option),
      shift: shift)
  }
}

enum OfferColumn: Int32, SQLColumn {
  case id, ride, driver, state, expiresAt, seconds, approach
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
      seconds: offer.number(.seconds), approach: approach)
  }
}
