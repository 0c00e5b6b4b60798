package import CloudDomain
package import Core
package import FoundationEssentials

/// Blocks between the two sides of a ride, who know neither an identifier nor an e-mail of each other.
extension SQLStore {
  /// Blocks for a rider everybody who has accepted the rider's ride, or for a driver the rider; returns
  /// what refuses it.
  package func block(
    otherSideOf ride: Identifier<Ride>, by rider: RiderID, now: Date
  ) throws(StoreError) -> RideRefusal? {
    try write(waking: [rider.rawValue]) { (connection, _) throws(StoreError) in
      try connection.block(otherSideOf: ride, by: rider, now: now)
    }
  }

  /// Ends the blocks; returns what refuses it.
  package func unblock(
    otherSideOf ride: Identifier<Ride>, by rider: RiderID
  ) throws(StoreError) -> RideRefusal? {
    try database.write { (connection, _) throws(StoreError) in
      guard let others = try connection.otherSides(of: ride, rider) else {
        return .noSuchRide(ride)
      }
      for other in others {
        try connection.run(FriendStatements.unblock, ["rider": rider, "other": other.id])
      }
      return nil
    }
  }
}

extension SQLConnection {
  func block(
    otherSideOf ride: Identifier<Ride>, by rider: RiderID, now: Date
  ) throws(StoreError) -> RideRefusal? {
    guard let others = try otherSides(of: ride, rider) else { return .noSuchRide(ride) }
    guard !others.isEmpty else { return .nobodyToBlock(ride) }
    for other in others {
      _ = try part(rider, from: other.id, now: now)
      // Of the other side only the first name is known.
      try run(
        Statements.block,
        ["rider": rider, "other": other.id, "now": now, "name": other.name.firstName])
    }
    return nil
  }

  /// Returns those on the other side of a ride: the rider, or everybody who has accepted it; `nil` for
  /// who is on neither.
  fileprivate func otherSides(
    of ride: Identifier<Ride>, _ rider: RiderID
  ) throws(StoreError) -> [(id: RiderID, name: String)]? {
    let arguments: SQLArguments = ["ride": ride, "rider": rider]
    let others = try all(Statements.others, arguments) { row in
      (id: RiderID(row.text(0)), name: row.text(1))
    }
    if others.isEmpty, try !hasRow(Statements.isRider, arguments) { return nil }
    return others
  }
}

private enum Statements {
  static let isRider: SQLStatement = "SELECT 1 FROM rides WHERE id = :ride AND rider = :rider"
  /// Those who have accepted the ride, also those who have given it back, or for these its rider.
  static let others: SQLStatement = """
    SELECT accounts.id, accounts.name FROM rides
      JOIN offers ON offers.ride = rides.id AND offers.state = 'accepted'
      JOIN accounts ON accounts.id = offers.driver
    WHERE rides.id = :ride AND rides.rider = :rider
    UNION SELECT accounts.id, accounts.name FROM rides
      JOIN offers ON offers.ride = rides.id AND offers.state = 'accepted'
      JOIN accounts ON accounts.id = rides.rider
    WHERE rides.id = :ride AND offers.driver = :rider
    ORDER BY 1
    """
  static let block: SQLStatement = """
    INSERT INTO blocks (rider, blocked, blocked_at, name, email)
    VALUES (:rider, :other, :now, :name, '') ON CONFLICT DO NOTHING
    """
}
