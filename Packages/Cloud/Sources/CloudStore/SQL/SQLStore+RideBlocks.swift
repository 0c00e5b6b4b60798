package import CloudDomain
package import Core
package import FoundationEssentials

/// Blocks between the two sides of a ride, who know neither an identifier nor an e-mail of each other.
/// They are no blocks of friends: neither side can see from friends, invitations or lists who the other is.
extension SQLStore {
  /// Blocks for a rider everybody who has accepted the rider's ride, or for a driver the rider; returns
  /// what refuses it.
  package func block(
    otherSideOf ride: Identifier<Ride>, by rider: RiderID, now: Date
  ) throws(StoreError) -> RideRefusal? {
    let (refusal, keys) = try database.write {
      (connection, _) throws(StoreError) -> (RideRefusal?, [String]) in
      guard let others = try connection.lockOtherSides(of: ride, rider) else {
        return (.noSuchRide(ride), [])
      }
      guard !others.isEmpty else { return (.nobodyToBlock(ride), []) }
      return (nil, try connection.block(others, by: rider, ride, now: now))
    }
    changes.post(keys)
    return refusal
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
        try connection.run(Statements.unblock, ["rider": rider, "other": other])
      }
      return nil
    }
  }

  /// Returns the rides whose other side a rider has blocked, the newest block first.
  package func blockedRides(by rider: RiderID) throws(StoreError) -> [Identifier<Ride>] {
    try all(Statements.rides, ["rider": rider]) { row in Identifier(row.text(0)) }
  }
}

extension SQLConnection {
  /// Blocks some riders, and withdraws the open offers between them: they disappear as after a
  /// cancellation, so that who is blocked cannot tell.
  ///
  /// The accounts must be locked: an acceptance that is under way comes before the block, or sees it.
  ///
  /// - Returns: The keys of the streams to wake.
  func block(
    _ others: [RiderID], by rider: RiderID, _ ride: Identifier<Ride>, now: Date
  ) throws(StoreError) -> [String] {
    var drivers: [RiderID] = []
    for other in others {
      let arguments: SQLArguments = ["rider": rider, "other": other]
      try run(Statements.block, arguments.adding("ride", ride).adding("now", now))
      drivers += try all(Statements.withdraw, arguments) { row in RiderID(row.text(0)) }
    }
    try tell(drivers, .driving, at: now)
    return drivers.isEmpty ? [] : drivers.map(\.rawValue) + [ChangeSignals.dispatch]
  }

  /// Locks the accounts of both sides, in order, so that two blocks do not wait for each other, and
  /// returns those on the other side.
  func lockOtherSides(
    of ride: Identifier<Ride>, _ rider: RiderID
  ) throws(StoreError) -> [RiderID]? {
    guard let others = try otherSides(of: ride, rider) else { return nil }
    try lockAccounts([rider] + others)
    // A driver may have accepted while the locks were awaited.
    return dialect.hasConcurrentWriters ? try otherSides(of: ride, rider) : others
  }

  func lockAccounts(_ riders: [RiderID]) throws(StoreError) {
    for rider in riders.sorted(by: { $0.rawValue < $1.rawValue }) { try lockAccount(rider) }
  }

  /// Returns those on the other side of a ride: the rider, or everybody who has accepted it; `nil` for
  /// who is on neither.
  fileprivate func otherSides(
    of ride: Identifier<Ride>, _ rider: RiderID
  ) throws(StoreError) -> [RiderID]? {
    let arguments: SQLArguments = ["ride": ride, "rider": rider]
    let others = try all(Statements.others, arguments) { row in RiderID(row.text(0)) }
    if others.isEmpty, try !hasRow(Statements.isRider, arguments) { return nil }
    return others
  }
}

private enum Statements {
  static let isRider: SQLStatement = "SELECT 1 FROM rides WHERE id = :ride AND rider = :rider"
  /// Those who have accepted the ride, also those who have given it back, or for these its rider.
  static let others: SQLStatement = """
    SELECT offers.driver FROM rides JOIN offers ON offers.ride = rides.id
    WHERE rides.id = :ride AND rides.rider = :rider AND offers.state = 'accepted'
    UNION SELECT rides.rider FROM rides JOIN offers ON offers.ride = rides.id
    WHERE rides.id = :ride AND offers.driver = :rider AND offers.state = 'accepted'
    ORDER BY 1
    """
  static let block: SQLStatement = """
    INSERT INTO ride_blocks (rider, blocked, ride, blocked_at) VALUES (:rider, :other, :ride, :now)
    ON CONFLICT DO NOTHING
    """
  static let withdraw: SQLStatement = """
    UPDATE offers SET state = 'withdrawn' WHERE state = 'open' AND (
      driver = :other AND ride IN (SELECT id FROM rides WHERE rider = :rider AND phase = 'searching')
      OR driver = :rider AND ride IN
        (SELECT id FROM rides WHERE rider = :other AND phase = 'searching'))
    RETURNING driver
    """
  static let unblock: SQLStatement =
    "DELETE FROM ride_blocks WHERE rider = :rider AND blocked = :other"
  static let rides: SQLStatement =
    "SELECT ride FROM ride_blocks WHERE rider = :rider ORDER BY blocked_at DESC, ride"
}
