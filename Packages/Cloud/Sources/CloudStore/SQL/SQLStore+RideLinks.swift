package import CloudDomain
package import Core
package import FoundationEssentials

extension SQLStore {
  /// Adds a link to a ride of the rider; returns whether the ride has room for it, `nil` without one.
  package func addRideLink(
    tokenHash: [UInt8], to ride: Identifier<Ride>, of rider: RiderID
  ) throws(StoreError) -> Bool? {
    try database.write { (connection, _) throws(StoreError) in
      let arguments: SQLArguments = ["ride": ride, "rider": rider, "token": tokenHash]
      guard try connection.hasRow(Statements.own, arguments) else { return nil }
      let others = try connection.first(Statements.count, arguments) { $0.integer(0) } ?? 0
      guard others < RideRules.mostLinks else { return false }
      try connection.run(Statements.add, arguments)
      return true
    }
  }

  /// Ends the links to a ride of the rider, and their streams: an event also wakes those of other
  /// processes.
  ///
  /// - Returns: How many there were; `nil` without such a ride.
  package func removeRideLinks(
    to ride: Identifier<Ride>, of rider: RiderID, now: Date
  ) throws(StoreError) -> Int? {
    try write(waking: [rider.rawValue, ride.rawValue]) { (connection, _) throws(StoreError) in
      let arguments: SQLArguments = ["ride": ride, "rider": rider]
      guard try connection.hasRow(Statements.own, arguments) else { return nil }
      let count = try connection.run(Statements.remove, arguments)
      if count > 0 { try connection.tell([rider], .ride, ride.rawValue, at: now) }
      return count
    }
  }

  /// Returns the ride that a link leads to, with its rider's name; `nil` without such a link.
  package func linkedRide(tokenHash: [UInt8]) throws(StoreError) -> LinkedRideRecord? {
    try first(Statements.linked, ["token": tokenHash]) { (row) throws(StoreError) in
      LinkedRideRecord(
        ride: try RideRecord(row.columns(RideColumn.self)), name: row.text(RideColumn.count))
    }
  }
}

private enum Statements {
  static let own: SQLStatement = "SELECT 1 FROM rides WHERE id = :ride AND rider = :rider"
  /// An earlier attempt of the same transaction does not count.
  static let count: SQLStatement =
    "SELECT count(*) FROM ride_links WHERE ride = :ride AND token_hash <> :token"
  static let add: SQLStatement =
    "INSERT INTO ride_links (token_hash, ride) VALUES (:token, :ride) ON CONFLICT DO NOTHING"
  static let remove: SQLStatement = "DELETE FROM ride_links WHERE ride = :ride"
  static let linked: SQLStatement = """
    SELECT \(RideColumn.list), accounts.name FROM ride_links
      JOIN rides ON rides.id = ride_links.ride JOIN accounts ON accounts.id = rides.rider
    WHERE ride_links.token_hash = :token
    """
}
