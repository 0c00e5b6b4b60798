package import Cloud
package import Core
package import FoundationEssentials

extension PostgreSQLStore: RideStore {
  package func addRide(
    _ ride: RideRecord, key: RequestKey?, now: Date
  ) throws(StoreFailure) -> RideInsertion {
    try pool.transaction { (connection, mayHaveHappened) throws(PostgreSQLFailure) in
      // One rider's requests take turns here, in whatever process they are.
      try connection.run(
        "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE", .identifier(ride.rider))
      if mayHaveHappened, try connection.ride(ride.id, of: ride.rider) != nil { return .added }
      let earlier = try connection.ridesInTheWay(of: ride.rider, key: key?.key)
      if let same = earlier.first(where: { key != nil && $0.key == key?.key }) {
        return same.fingerprint == key?.fingerprint ? .repeated(same.ride) : .keyReused
      }
      if let latest = earlier.first?.ride, latest.endsAt > now { return .underway(latest) }
      try connection.insert(ride, key: key)
      return .added
    }
  }

  package func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> RideRecord? {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.ride(id, of: rider)
    }
  }

  package func currentRide(
    of rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) -> RideRecord? {
    // A ride is added only after the one before has ended, so no other can be under way.
    try rides(of: rider, limit: 1).first { $0.endsAt > now }
  }

  package func rides(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreFailure) -> [RideRecord] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.all(
        "SELECT \(RideColumns.all) FROM rides WHERE rider = $1 ORDER BY number DESC LIMIT $2",
        .identifier(rider), .number(limit)
      ) { (row) throws(PostgreSQLFailure) in try row.ride() }
    }
  }

  package func cancelRide(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>, at time: Date
  ) throws(StoreFailure) -> RideRecord? {
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      try connection.run(
        """
        UPDATE rides SET cancelled_at = $1
        WHERE id = $2 AND rider = $3 AND cancelled_at IS NULL AND boarded_at > $1
        """, .time(time), .identifier(id), .identifier(rider))
      return try connection.ride(id, of: rider)
    }
  }
}

/// A ride that decides whether another can be added.
private struct EarlierRide {
  let ride: RideRecord
  let key: String?
  let fingerprint: [UInt8]?
}

extension PostgreSQLConnection {
  fileprivate func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(PostgreSQLFailure) -> RideRecord? {
    try first(
      "SELECT \(RideColumns.all) FROM rides WHERE id = $1 AND rider = $2", .identifier(id),
      .identifier(rider)
    ) { (row) throws(PostgreSQLFailure) in try row.ride() }
  }

  /// Returns the rider's latest ride, and the one with the key, in one turn.
  fileprivate func ridesInTheWay(
    of rider: Identifier<RiderProfile>, key: String?
  ) throws(PostgreSQLFailure) -> [EarlierRide] {
    try all(
      """
      (SELECT \(RideColumns.all), request_key, request_fingerprint FROM rides
       WHERE rider = $1 ORDER BY number DESC LIMIT 1)
      UNION ALL
      (SELECT \(RideColumns.all), request_key, request_fingerprint FROM rides
       WHERE rider = $1 AND request_key = $2)
      """, .identifier(rider), .optional(key)
    ) { (row) throws(PostgreSQLFailure) in
      let column = RideColumns.count
      return EarlierRide(
        ride: try row.ride(), key: row.optionalText(column),
        fingerprint: row.isNull(column + 1) ? nil : try row.bytes(column + 1))
    }
  }

  fileprivate func insert(
    _ ride: RideRecord, key: RequestKey?
  ) throws(PostgreSQLFailure) {
    let times = ride.timetable
    let (pickup, dropoff) = (ride.pickup.location, ride.dropoff.location)
    try run(
      """
      INSERT INTO rides (\(RideColumns.all), request_key, request_fingerprint)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
        $19, $20, $21, $22, $23)
      """,
      .identifier(ride.id), .identifier(ride.rider), .text(ride.option.rawValue),
      .optional(ride.pickup.name), .real(pickup.latitude), .real(pickup.longitude),
      .optional(ride.dropoff.name), .real(dropoff.latitude), .real(dropoff.longitude),
      .text(ride.price.currency), .number(ride.price.minorUnits), .time(times.requested),
      .time(times.accepted), .time(times.arriving), .time(times.arrived), .time(times.boarded),
      .time(times.completed), .optional(ride.cancelledAt),
      .integer(Int64(bitPattern: ride.seed)), .bytes(PathCoding.encode(ride.approach)),
      .bytes(PathCoding.encode(ride.route)), .optional(key?.key),
      key.map { .bytes($0.fingerprint) } ?? .null)
  }
}
