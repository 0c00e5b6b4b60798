package import CloudDomain
package import Core
package import FoundationEssentials

/// An invitation belongs to a rider and an e-mail, whether or not the e-mail has an account: so
/// the response is the same in all cases. What its sender sees of it does not change until the sender
/// withdraws it or the friendship begins.
extension SQLStore {
  /// Invites a rider by normalized e-mail, or accepts that rider's invitation.
  package func invite(
    email: String, by rider: RiderID, now: Date
  ) throws(StoreError) -> InvitationResult {
    let arguments: SQLArguments = ["rider": rider, "email": email]
    let (result, told) = try database.write {
      (connection, _) throws(StoreError) -> (InvitationResult, [RiderID]) in
      // The same statements run for a known and an unknown e-mail: the time reveals nothing.
      let isBlocked = try connection.hasRow(FriendStatements.blockedByEmail, arguments)
      let friend = try connection.first(Statements.friendByEmail, arguments, read: Friend.init)
      try connection.run(Statements.forgetDecline, arguments)
      let inviter = try connection.first(Statements.inviterByEmail, arguments, read: Friend.init)
      let open = try connection.all(FriendStatements.sent, ["rider": rider]) { row in
        row.columns(InvitationColumn.self).text(.email)
      }
      if isBlocked { return (.blocked, []) }
      if let friend { return (.friends(friend), []) }
      if let inviter {
        try connection.befriend(rider, inviter, now: now)
        return (.friends(inviter), [rider, inviter.id])
      }
      guard open.contains(email) || open.count < NewFriend.largestOpenCount else {
        return (.tooMany, [])
      }
      try connection.run(Statements.invite, arguments.adding("now", now))
      let invited = try connection.tellInvited(by: rider, arguments, at: now)
      return (.invited, [rider] + invited)
    }
    changes.post(told.map(\.rawValue))
    return result
  }

  /// Makes two riders friends; returns the new friend, `nil` without an invitation of that rider.
  package func acceptInvitation(
    of inviter: RiderID, by rider: RiderID, now: Date
  ) throws(StoreError) -> Friend? {
    try write(
      waking: [rider.rawValue, inviter.rawValue]
    ) { (connection, mayHaveHappened) throws(StoreError) in
      let arguments: SQLArguments = ["rider": rider, "other": inviter]
      let friend = try connection.first(Statements.inviter, arguments, read: Friend.init)
      if let friend {
        try connection.befriend(rider, friend, now: now)
        return friend
      }
      // An attempt whose commit was not heard of may have made the two friends.
      guard mayHaveHappened else { return nil }
      return try connection.first(Statements.friend, arguments, read: Friend.init)
    }
  }

  /// Withdraws an invitation; returns whether there was one.
  package func withdrawInvitation(
    to email: String, by rider: RiderID, now: Date
  ) throws(StoreError) -> Bool {
    let arguments: SQLArguments = ["rider": rider, "email": email]
    let (removed, told) = try database.write {
      (connection, mayHaveHappened) throws(StoreError) -> (Bool, [RiderID]) in
      let told = try connection.tellInvited(by: rider, arguments, at: now)
      let removed = try connection.run(Statements.withdraw, arguments)
      return (removed == 1 || mayHaveHappened, told)
    }
    changes.post(told.map(\.rawValue))
    return removed
  }
}

extension SQLConnection {
  /// Tells a rider, and the one whom the rider has invited, of a change of the invitation. The same
  /// statements run for an e-mail without an account.
  fileprivate func tellInvited(
    by rider: RiderID, _ arguments: SQLArguments, at: Date
  ) throws(StoreError) -> [RiderID] {
    try tell(Statements.inviterAndInvited, .friends, at: at, arguments.adding("subject", ""))
    return try all(Statements.invited, arguments) { row in Identifier(row.text(0)) }
  }

  /// Makes two riders friends and closes their invitations.
  fileprivate func befriend(_ rider: RiderID, _ other: Friend, now: Date) throws(StoreError) {
    let arguments: SQLArguments = ["rider": rider, "other": other.id]
    try run(Statements.closeInvitations, arguments)
    try run(Statements.forgetDeclines, arguments)
    try run(Statements.befriend, arguments.adding("now", now))
    try tell([rider, other.id], .friends, at: now)
  }
}

private enum Statements {
  /// Locks the invitation, so that it is not withdrawn while it is accepted.
  private static func lockedInviter(_ condition: String) -> SQLStatement {
    SQLStatement { dialect in
      """
      \(FriendStatements.inviters) AND \(condition)
      \(dialect.hasConcurrentWriters ? "FOR UPDATE OF invitations" : "")
      """
    }
  }
  static let friend = FriendStatements.friends("AND friends.friend = :other")
  static let friendByEmail = FriendStatements.friends("AND accounts.email = :email")
  static let inviter = lockedInviter("invitations.rider = :other")
  static let inviterByEmail = lockedInviter("accounts.email = :email")
  /// Repeated, it is for the account that has the e-mail now, and looks the same to its sender.
  static let invite: SQLStatement = """
    INSERT INTO invitations (rider, email, invited_at, recipient)
    VALUES (:rider, :email, :now,
      (SELECT id FROM accounts WHERE email = :email AND id <> :rider))
    ON CONFLICT (rider, email) DO UPDATE SET recipient = excluded.recipient
    """
  /// The account that sees an invitation; the condition is that of ``FriendStatements/inviters``.
  private static let seer = """
    SELECT me.id FROM accounts AS me
      JOIN invitations ON invitations.recipient = me.id AND invitations.email = me.email
    WHERE invitations.rider = :rider AND invitations.email = :email AND NOT EXISTS
      (SELECT 1 FROM blocks WHERE (blocks.rider = me.id AND blocks.blocked = :rider)
        OR (blocks.rider = :rider AND blocks.blocked = me.id))
      AND NOT EXISTS (SELECT 1 FROM declines WHERE declines.rider = me.id
        AND declines.inviter = :rider AND declines.ends_at > invitations.invited_at)
    """
  static let invited = SQLStatement(seer)
  static let inviterAndInvited = EventRecipients("SELECT :rider AS id UNION \(seer)")
  static let withdraw: SQLStatement =
    "DELETE FROM invitations WHERE rider = :rider AND email = :email"
  static let closeInvitations: SQLStatement = """
    DELETE FROM invitations
    WHERE (rider = :other AND email = (SELECT email FROM accounts WHERE id = :rider))
      OR (rider = :rider AND email = (SELECT email FROM accounts WHERE id = :other))
    """
  /// Who invites a rider takes back having declined that rider.
  static let forgetDecline: SQLStatement = """
    DELETE FROM declines
    WHERE rider = :rider AND inviter = (SELECT id FROM accounts WHERE email = :email)
    """
  static let forgetDeclines: SQLStatement = """
    DELETE FROM declines
    WHERE (rider = :rider AND inviter = :other) OR (rider = :other AND inviter = :rider)
    """
  static let befriend: SQLStatement = """
    INSERT INTO friends (rider, friend, added_at)
    VALUES (:rider, :other, :now), (:other, :rider, :now)
    ON CONFLICT DO NOTHING
    """
}

/// The result of an invitation.
package enum InvitationResult: Equatable, Sendable {
  case invited
  /// The two are friends: they were before, or the other rider had invited this one.
  case friends(Friend)
  /// The rider has blocked the invited one.
  case blocked
  /// The rider has as many open invitations as may be.
  case tooMany
}
