package import CloudDomain
package import Core
package import FoundationEssentials

extension SQLStore {
  /// Returns a rider's friends and open invitations, in no particular order.
  package func friends(of rider: RiderID) throws(StoreError) -> FriendList {
    let arguments: SQLArguments = ["rider": rider]
    return try database.read { (connection) throws(StoreError) in
      FriendList(
        friends: try connection.all(FriendStatements.friends, arguments, read: Friend.init),
        received: try connection.all(FriendStatements.received, arguments) { row in
          let invitation = row.columns(InvitationColumn.self, after: FriendAccountColumn.count)
          return ReceivedInvitation(from: Friend(row), invitedAt: invitation.time(.invitedAt))
        },
        sent: try connection.all(FriendStatements.sent, arguments) { row in
          let invitation = row.columns(InvitationColumn.self)
          return SentInvitation(
            email: invitation.text(.email), invitedAt: invitation.time(.invitedAt))
        })
    }
  }

  /// Ends a friendship on both sides with all that the two have shared, or declines an invitation:
  /// it is hidden, as are those that follow within ``InvitationRules/quietTimeAfterDecline``.
  ///
  /// - Returns: Whether there was a friendship or an invitation.
  package func removeFriend(
    _ friend: RiderID, of rider: RiderID, now: Date
  ) throws(StoreError) -> Bool {
    try write(
      waking: [rider.rawValue, friend.rawValue]
    ) { (connection, mayHaveHappened) throws(StoreError) in
      // Whether an attempt before has removed the friend is not known; the friend is gone.
      try connection.part(rider, from: friend, now: now) > 0 || mayHaveHappened
    }
  }

  /// Returns the riders whom a rider has blocked as they were then, in no particular order.
  package func blocked(by rider: RiderID) throws(StoreError) -> [Friend] {
    try all(FriendStatements.blocked, ["rider": rider], read: Friend.init)
  }

  /// Ends the friendship and the invitations between two riders and hides later invitations.
  ///
  /// - Returns: Whether the other is known to the rider, as a friend or by an invitation; nothing is
  ///   said about others.
  package func block(_ other: RiderID, by rider: RiderID, now: Date) throws(StoreError) -> Bool {
    try write(waking: [rider.rawValue, other.rawValue]) { (connection, _) throws(StoreError) in
      let arguments: SQLArguments = ["rider": rider, "other": other]
      guard try connection.hasRow(FriendStatements.known, arguments) else { return false }
      _ = try connection.part(rider, from: other, now: now)
      try connection.run(FriendStatements.block, arguments.adding("now", now))
      try connection.run(FriendStatements.withdraw, arguments)
      return true
    }
  }

  /// Shows the invitations of a blocked rider again; returns whether the rider was blocked.
  package func unblock(_ other: RiderID, by rider: RiderID) throws(StoreError) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      let removed = try connection.run(FriendStatements.unblock, ["rider": rider, "other": other])
      return removed == 1 || mayHaveHappened
    }
  }
}

extension SQLConnection {
  /// Ends the friendship of two riders with all that they have shared, and declines the other's
  /// invitation, which stays open for the other.
  ///
  /// - Returns: How many friendships and invitations there were.
  func part(_ rider: RiderID, from other: RiderID, now: Date) throws(StoreError) -> Int {
    let arguments: SQLArguments = ["rider": rider, "other": other]
    // In this order: what is being shared meanwhile locks the friendship.
    let removed = try run(FriendStatements.remove, arguments)
    let unshared = try run(FriendStatements.unshare, arguments)
    let declined = try run(
      FriendStatements.decline, arguments.adding("end", now + InvitationRules.quietTimeAfterDecline)
    )
    // Who was declined is not told.
    if removed + declined > 0 { try tell([rider], .friends, at: now) }
    if removed > 0 { try tell([other], .friends, at: now) }
    if unshared > 0 { try tell([rider, other], .inbox, at: now) }
    return removed + declined
  }
}

/// The columns of an account that its friends and the riders it has invited see.
enum FriendAccountColumn: Int32, SQLColumn {
  case id, name, email
  static let table = "accounts"
}

enum InvitationColumn: Int32, SQLColumn {
  case rider, email, invitedAt
  static let table = "invitations"
}

extension Friend {
  /// Reads a row that begins with the columns of an account.
  init(_ row: any SQLRow) {
    let account = row.columns(FriendAccountColumn.self)
    self.init(id: account.identifier(.id), name: account.text(.name), email: account.text(.email))
  }
}

enum FriendStatements {
  fileprivate static let friends = friends("")
  /// A condition on a friend, or on its account, may follow.
  static func friends(_ condition: String) -> SQLStatement {
    SQLStatement(
      """
      SELECT \(FriendAccountColumn.list) FROM friends JOIN accounts ON accounts.id = friends.friend
      WHERE friends.rider = :rider \(condition)
      """)
  }
  /// The riders who have invited one, without those who are blocked, have blocked, or were declined
  /// lately.
  ///
  /// An invitation is for the account that had the e-mail when it was sent, or that was opened with
  /// it later, for as long as that account has it: it goes to no later owner of the e-mail, and to no
  /// later e-mail of the account.
  static let inviters = """
    SELECT \(FriendAccountColumn.list), \(InvitationColumn.list)
    FROM accounts AS me
      JOIN invitations ON invitations.recipient = me.id AND invitations.email = me.email
      JOIN accounts ON accounts.id = invitations.rider
    WHERE me.id = :rider AND NOT EXISTS
      (SELECT 1 FROM blocks WHERE (blocks.rider = :rider AND blocks.blocked = invitations.rider)
        OR (blocks.rider = invitations.rider AND blocks.blocked = :rider))
      AND NOT EXISTS (SELECT 1 FROM declines WHERE declines.rider = :rider
        AND declines.inviter = invitations.rider AND declines.ends_at > invitations.invited_at)
    """
  fileprivate static let received = SQLStatement(inviters)
  static let sent = InvitationColumn.select("WHERE rider = :rider")
  fileprivate static let decline: SQLStatement = """
    INSERT INTO declines (rider, inviter, ends_at)
    SELECT :rider, :other, :end WHERE EXISTS (\(inviters) AND invitations.rider = :other)
    ON CONFLICT (rider, inviter) DO UPDATE SET ends_at = excluded.ends_at
    """
  fileprivate static let remove: SQLStatement = """
    DELETE FROM friends
    WHERE (rider = :rider AND friend = :other) OR (rider = :other AND friend = :rider)
    """
  fileprivate static let unshare: SQLStatement = """
    DELETE FROM shares
    WHERE (recipient = :rider
        AND post IN (SELECT id FROM posts WHERE posts.author = :other))
      OR (recipient = :other
        AND post IN (SELECT id FROM posts WHERE posts.author = :rider))
    """
  /// As they were when they were blocked: who blocks another learns no later name or e-mail.
  fileprivate static let blocked: SQLStatement =
    "SELECT blocked, name, email FROM blocks WHERE rider = :rider"
  static let blockedByEmail: SQLStatement =
    "SELECT 1 FROM blocks WHERE rider = :rider AND email = :email"
  /// A friend, a rider with an open invitation, or one who is blocked already.
  fileprivate static let known: SQLStatement = """
    SELECT 1 FROM friends WHERE rider = :rider AND friend = :other
    UNION ALL SELECT 1 FROM (\(inviters) AND invitations.rider = :other) AS inviter
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
