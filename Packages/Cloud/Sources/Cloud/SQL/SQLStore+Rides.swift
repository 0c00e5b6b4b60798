package import Core
package import FoundationEssentials

extension SQLStore: RideStore {
  package func addRide(
    _ ride: RideRecord, key: RequestKey?, now: Date
  ) throws(StoreError) -> RideInsertion {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      if connection.dialect.hasConcurrentWriters {
        // One rider's requests take turns here, in whatever process they are.
        try connection.enqueue(Statements.lockRider, ["rider": .identifier(ride.rider)])
      }
      if mayHaveHappened, try connection.ride(ride.id, of: ride.rider) != nil { return .added }
      let earlier = try connection.earlierRides(of: ride.rider, key: key?.key)
      if let key, let same = earlier.first(where: { $0.key?.key == key.key }) {
        return same.key == key ? .repeated(same.ride) : .keyReused
      }
      if let latest = earlier.first?.ride, latest.endsAt > now { return .underway(latest) }
      try connection.enqueue(
        Statements.add, SQLArguments(RideColumn.self) { ride.value(of: $0, key: key) })
      return .added
    }
  }

  package func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(StoreError) -> RideRecord? {
    try database.read { (connection) throws(StoreError) in
      try connection.ride(id, of: rider)
    }
  }

  package func ride(
    _ id: Identifier<Ride>?, ofSession tokenHash: [UInt8]
  ) throws(StoreError) -> (SessionRecord?, RideRecord?) {
    let token = SQLValue.blob(tokenHash)
    return try database.read { (connection) throws(StoreError) in
      try connection.first(
        id == nil ? Statements.sessionAndLatest : Statements.sessionAndRide,
        id.map { ["id": .identifier($0), "token": token] } ?? ["token": token]
      ) { (row) throws(StoreError) in
        let ride = row.columns(RideColumn.self, after: SessionColumn.count)
        return (
          SessionRecord(row.columns(SessionColumn.self)),
          ride.isNull(.id) ? nil : try RideRecord(ride)
        )
      } ?? (nil, nil)
    }
  }

  package func rides(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreError) -> [RideRecord] {
    try database.read { (connection) throws(StoreError) in
      try connection.rides(of: rider, limit: limit)
    }
  }

  package func cancelRide(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>, at time: Date
  ) throws(StoreError) -> RideRecord? {
    try database.write { (connection, _) throws(StoreError) in
      try connection.enqueue(
        Statements.cancel,
        ["time": .time(time), "id": .identifier(id), "rider": .identifier(rider)])
      return try connection.ride(id, of: rider)
    }
  }
}

private enum Statements {
  static let lockRider = SQLStatement("SELECT 1 FROM accounts WHERE id = :rider FOR NO KEY UPDATE")
  static let add = SQLStatement.insert(into: RideColumn.self)
  static let ride = SQLStatement(
    "SELECT \(RideColumn.list) FROM rides WHERE id = :id AND rider = :rider")
  /// In one statement, as each costs a journey to a server.
  static let sessionAndRide = SQLStatement(
    """
    SELECT \(SessionColumn.list), \(RideColumn.list) FROM sessions
    LEFT JOIN rides ON rides.id = :id AND rides.rider = sessions.rider WHERE token_hash = :token
    """)
  static let sessionAndLatest = SQLStatement(
    """
    SELECT \(SessionColumn.list), \(RideColumn.list) FROM sessions
    LEFT JOIN rides ON rides.rider = sessions.rider AND rides.number =
      (SELECT max(number) FROM rides AS own WHERE own.rider = sessions.rider)
    WHERE token_hash = :token
    """)
  static let newestFirst = SQLStatement(
    "SELECT \(RideColumn.list) FROM rides WHERE rider = :rider ORDER BY number DESC LIMIT :limit")
  /// The rider's latest ride and the one with the key.
  static let earlier = SQLStatement(
    """
    SELECT * FROM (
      SELECT \(RideColumn.list) FROM rides WHERE rider = :rider ORDER BY number DESC LIMIT 1
    ) AS latest
    UNION ALL
    SELECT \(RideColumn.list) FROM rides WHERE rider = :rider AND request_key = :key
    """)
  static let cancel = SQLStatement(
    """
    UPDATE rides SET cancelled_at = :time
    WHERE id = :id AND rider = :rider AND cancelled_at IS NULL AND boarded_at > :time
    """)
}

extension SQLConnection {
  fileprivate func ride(
    _ id: Identifier<Ride>, of rider: Identifier<RiderProfile>
  ) throws(StoreError) -> RideRecord? {
    try first(Statements.ride, ["id": .identifier(id), "rider": .identifier(rider)]) {
      (row) throws(StoreError) in try RideRecord(row.columns(RideColumn.self))
    }
  }

  fileprivate func rides(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreError) -> [RideRecord] {
    try all(Statements.newestFirst, ["rider": .identifier(rider), "limit": .number(limit)]) {
      (row) throws(StoreError) in try RideRecord(row.columns(RideColumn.self))
    }
  }

  fileprivate func earlierRides(
    of rider: Identifier<RiderProfile>, key: String?
  ) throws(StoreError) -> [EarlierRide] {
    try all(Statements.earlier, ["rider": .identifier(rider), "key": .optional(key)]) {
      (row) throws(StoreError) in
      let row = row.columns(RideColumn.self)
      let key = row.optionalText(.requestKey).map {
        RequestKey(key: $0, fingerprint: row.blob(.requestFingerprint))
      }
      return EarlierRide(ride: try RideRecord(row), key: key)
    }
  }
}

/// A ride that decides whether another can be added.
private struct EarlierRide {
  let ride: RideRecord
  let key: RequestKey?
}
