package import Core
package import FoundationEssentials

extension SQLStore {
  /// Returns the riders whom a rider has blocked as they were then, in no particular order.
  package func blocked(by rider: RiderID) throws(StoreError) -> [Friend] {
    try all(BlockStatements.blocked, ["rider": rider], read: Friend.init)
  }

  /// Ends the friendship and the invitations between two riders and hides later invitations.
  ///
  /// - Returns: Whether the other is known to the rider, as a friend or by an invitation; nothing is
  ///   said about others.
  package func block(_ other: RiderID, by rider: RiderID, now: Date) throws(StoreError) -> Bool {
    try write(waking: [rider.rawValue, other.rawValue]) { (connection, _) throws(StoreError) in
      let arguments: SQLArguments = ["rider": rider, "other": other]
      guard try connection.hasRow(BlockStatements.known, arguments) else { return false }
      _ = try connection.part(rider, from: other, now: now)
      try connection.run(BlockStatements.block, arguments.adding("now", now))
      try connection.run(BlockStatements.withdraw, arguments)
      return true
    }
  }

  /// Shows the invitations of a blocked rider again.
  ///
  /// - Returns: Whether the rider was blocked.
  package func unblock(_ other: RiderID, by rider: RiderID) throws(StoreError) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      let removed = try connection.run(BlockStatements.unblock, ["rider": rider, "other": other])
      return removed == 1 || mayHaveHappened
    }
  }
}

enum BlockStatements {
  /// As they were when they were blocked: who blocks another learns no later name or e-mail.
  fileprivate static let blocked: SQLStatement =
    "SELECT blocked, name, email FROM blocks WHERE rider = :rider"
  static let blockedByEmail: SQLStatement =
    "SELECT 1 FROM blocks WHERE rider = :rider AND email = :email"
  /// A friend, a rider with an open invitation, or one who is blocked already.
  fileprivate static let known: SQLStatement = """
    SELECT 1 FROM friends WHERE rider = :rider AND friend = :other
    UNION ALL SELECT 1 FROM (\(FriendStatements.inviters) AND invitations.rider = :other) AS inviter
    UNION ALL SELECT 1 FROM blocks WHERE rider = :rider AND blocked = :other
    """
  /// The blocking rider's own invitation, which would otherwise stay open.
  fileprivate static let withdraw: SQLStatement = """
    DELETE FROM invitations WHERE rider = :rider
      AND email = (SELECT email FROM blocks WHERE rider = :rider AND blocked = :other)
    """
  fileprivate static let block: SQLStatement = """
    INSERT INTO blocks (rider, blocked, blocked_at, name, email)
    SELECT :rider, id, :now, name, email FROM accounts WHERE id = :other
    ON CONFLICT DO NOTHING
    """
  fileprivate static let unblock: SQLStatement =
    "DELETE FROM blocks WHERE rider = :rider AND blocked = :other"
}
