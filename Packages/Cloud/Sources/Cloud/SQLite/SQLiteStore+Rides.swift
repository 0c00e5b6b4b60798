package import Core
package import FoundationEssentials

extension SQLiteStore: RideStore {
  package func addRide(
    _ ride: RideRecord, key: RequestKey?, now: Date
  ) throws(StoreFailure) -> RideInsertion {
    try database.transaction { (connection) throws(StoreFailure) in
      if let key, let earlier = try connection.earlierRide(of: ride.rider, key: key) {
        return earlier
      }
      if let latest = try connection.latestRide(of: ride.rider), latest.endsAt > now {
        return .underway(latest)
      }
      try connection.insert(ride, key: key)
      return .added
    }
  }

  package func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> RideRecord? {
    try database.read { (connection) throws(StoreFailure) in
      try connection.ride(id, of: rider)
    }
  }

  package func currentRide(
    of rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) -> RideRecord? {
    let latest = try database.read { (connection) throws(StoreFailure) in
      try connection.latestRide(of: rider)
    }
    // A ride is added only after the one before has ended, so no other can be under way.
    return latest.flatMap { $0.endsAt > now ? $0 : nil }
  }

  package func rides(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreFailure) -> [RideRecord] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        "SELECT \(RideColumns.all) FROM rides WHERE rider = ? ORDER BY number DESC LIMIT ?",
        .identifier(rider), .number(limit)
      ) { (row) throws(StoreFailure) in try row.ride(in: connection) }
    }
  }

  package func cancelRide(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>, at time: Date
  ) throws(StoreFailure) -> RideRecord? {
    try database.transaction { (connection) throws(StoreFailure) in
      try connection.run(
        """
        UPDATE rides SET cancelled_at = ?1
        WHERE id = ?2 AND rider = ?3 AND cancelled_at IS NULL AND boarded_at > ?1
        """, .time(time), .identifier(id), .identifier(rider))
      return try connection.ride(id, of: rider)
    }
  }
}

extension SQLiteConnection {
  fileprivate func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> RideRecord? {
    try first(
      "SELECT \(RideColumns.all) FROM rides WHERE id = ? AND rider = ?",
      .identifier(id), .identifier(rider)
    ) { (row) throws(StoreFailure) in try row.ride(in: self) }
  }

  fileprivate func latestRide(
    of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> RideRecord? {
    try first(
      "SELECT \(RideColumns.all) FROM rides WHERE rider = ? ORDER BY number DESC LIMIT 1",
      .identifier(rider)
    ) { (row) throws(StoreFailure) in try row.ride(in: self) }
  }

  fileprivate func earlierRide(
    of rider: Identifier<RiderProfile>, key: RequestKey
  ) throws(StoreFailure) -> RideInsertion? {
    try first(
      """
      SELECT \(RideColumns.all), request_fingerprint FROM rides
      WHERE rider = ? AND request_key = ?
      """, .identifier(rider), .text(key.key)
    ) { (row) throws(StoreFailure) in
      guard row.blob(RideColumns.count) == key.fingerprint else { return .keyReused }
      return .repeated(try row.ride(in: self))
    }
  }

  fileprivate func insert(_ ride: RideRecord, key: RequestKey?) throws(StoreFailure) {
    let times = ride.timetable
    let (pickup, dropoff) = (ride.pickup.location, ride.dropoff.location)
    try run(
      """
      INSERT INTO rides (\(RideColumns.all), request_key, request_fingerprint)
      VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
      """,
      .identifier(ride.id), .identifier(ride.rider), .text(ride.option.rawValue),
      .optional(ride.pickup.name), .real(pickup.latitude), .real(pickup.longitude),
      .optional(ride.dropoff.name), .real(dropoff.latitude), .real(dropoff.longitude),
      .text(ride.price.currency), .number(ride.price.minorUnits),
      .time(times.requested), .time(times.accepted), .time(times.arriving), .time(times.arrived),
      .time(times.boarded), .time(times.completed), .optional(ride.cancelledAt),
      .integer(Int64(bitPattern: ride.seed)), .blob(PathCoding.encode(ride.approach)),
      .blob(PathCoding.encode(ride.route)),
      .optional(key?.key), key.map { .blob($0.fingerprint) } ?? .null)
  }
}
