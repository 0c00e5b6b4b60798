package import CloudDomain
public import Core
package import FoundationEssentials

extension SQLStore {
  /// Adds an account and its first session; invitations that were sent to its e-mail while it had
  /// no account are for the new one.
  ///
  /// - Returns: `false`, and nothing is added, when the e-mail has an account already.
  package func addAccount(
    _ account: AccountRecord, session: SessionRecord
  ) throws(StoreError) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      let added = try connection.run(Statements.add, account.row)
      guard added == 1 else {
        // An attempt whose commit was not heard of may have added this very account.
        guard mayHaveHappened else { return false }
        return try connection.hasRow(Statements.byID, ["id": account.profile.id])
      }
      try connection.run(
        Statements.addressInvitations, ["id": account.profile.id, "email": account.profile.email])
      try connection.insert(session)
      return true
    }
  }

  /// Returns whether flags choose by this subject for an account.
  package func hasFlagSubject(_ subject: String) throws(StoreError) -> Bool {
    try first(Statements.byFlagSubject, ["subject": subject]) { _ in true } ?? false
  }

  /// Returns the account with a normalized e-mail.
  package func account(email: String) throws(StoreError) -> AccountRecord? {
    try first(Statements.byEmail, ["email": email], read: AccountRecord.init)
  }

  package func account(of rider: RiderID) throws(StoreError) -> AccountRecord? {
    try first(Statements.byID, ["id": rider], read: AccountRecord.init)
  }

  package func profile(of rider: RiderID) throws(StoreError) -> RiderProfile? {
    try account(of: rider)?.profile
  }

  /// Replaces a profile; invitations to the old e-mail are hidden, and are not shown to the next
  /// account that has it.
  ///
  /// - Returns: `false`, and nothing is changed, when another account has the e-mail.
  package func replaceProfile(with profile: RiderProfile) throws(StoreError) -> Bool {
    try database.write { (connection, _) throws(StoreError) in
      let arguments: SQLArguments = [
        "id": profile.id, "email": profile.email, "name": profile.name,
        "nickname": profile.nickname, "number": profile.mobileNumber,
      ]
      guard try !connection.hasRow(Statements.otherWithEmail, arguments) else { return false }
      try connection.run(Statements.removeReset, arguments)
      try connection.run(Statements.replaceProfile, arguments)
      return true
    }
  }

  /// Deletes an account with its sessions, rides, posts, friendships, blocks and the invitations that
  /// it has sent; an absent one is no error.
  ///
  /// - Returns: `false`, and nothing is deleted, while the rider drives or is driven.
  @discardableResult
  package func removeAccount(_ rider: RiderID, now: Date) throws(StoreError) -> Bool {
    let rides = try liveRides(of: rider, endingAfter: now)
    let friends = try database.write {
      (connection, _) throws(StoreError) -> [RiderID]? in
      // From here on nothing new refers to the account.
      if connection.dialect.hasConcurrentWriters {
        try connection.run(Statements.lock, ["rider": rider])
      }
      let arguments: SQLArguments = ["rider": rider]
      let phases = try connection.all(Statements.lockDriven, arguments) { row in row.text(0) }
      guard phases.allSatisfy({ $0 == DrivenRecord.Phase.searching.rawValue }) else { return nil }
      let offered = try connection.all(Statements.offered, arguments) { RiderID($0.text(0)) }
      try connection.tell(offered, .driving, at: now)
      let friends = try connection.all(Statements.friends, arguments) { row in
        RiderID(row.text(0))
      }
      for kind in [EventRecord.Kind.friends, .inbox] {
        try connection.tell(friends, kind, at: now)
      }
      try connection.keepRides(ofRider: rider)
      // Rows are deleted before those that they refer to.
      for statement in Statements.removal { try connection.run(statement, arguments) }
      return friends
    }
    guard let friends else { return false }
    changes.post([rider.rawValue] + friends.map(\.rawValue) + rides.map(\.id.rawValue))
    // The account is gone already, so a failure here is none of the rider's.
    try? database.eraseDeleted()
    return true
  }

  /// Returns the accounts that are not found by their e-mails, the oldest first.
  package func unreachableAccounts() throws(StoreError) -> [UnreachableAccount] {
    try all(Statements.otherThanASCII) { row in
      UnreachableAccount(id: Identifier(row.text(0)), email: row.text(1))
    }.filter { !$0.email.utf8.elementsEqual($0.email.normalizedEmail.utf8) }
  }
}

/// An account whose e-mail an earlier version stored in another Unicode normalization form, while
/// another account has it in the form that is looked up: its rider cannot sign in.
public struct UnreachableAccount: Equatable, Sendable {
  public let id: Identifier<RiderProfile>
  /// As it is stored.
  public let email: String
}

private enum Statements {
  static let add = AccountColumn.insert("ON CONFLICT DO NOTHING")
  static let byEmail = AccountColumn.select("WHERE email = :email")
  static let byID = AccountColumn.select("WHERE id = :id")
  static let otherThanASCII = SQLStatement { dialect in
    """
    SELECT id, email FROM accounts WHERE \(dialect.hasOtherThanASCII("email"))
    ORDER BY created_at, id
    """
  }
  static let byFlagSubject: SQLStatement = "SELECT 1 FROM accounts WHERE flag_subject = :subject"
  static let otherWithEmail: SQLStatement =
    "SELECT 1 FROM accounts WHERE email = :email AND id <> :id"
  static let addressInvitations: SQLStatement =
    "UPDATE invitations SET recipient = :id WHERE email = :email AND recipient IS NULL"
  /// A code was asked for by who had the e-mail that the account had then.
  static let removeReset: SQLStatement = """
    DELETE FROM password_resets WHERE rider = :id
      AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = :id AND email = :email)
    """
  static let replaceProfile: SQLStatement = """
    UPDATE accounts
    SET email = :email, name = :name, nickname = :nickname, mobile_number = :number
    WHERE id = :id
    """
  static let lock: SQLStatement = "SELECT 1 FROM accounts WHERE id = :rider FOR UPDATE"
  static let friends: SQLStatement = "SELECT friend FROM friends WHERE rider = :rider"
  /// The phases of the rides with real drivers that have not ended. They are locked, so that none is
  /// accepted meanwhile.
  static let lockDriven = SQLStatement.locking(
    """
    SELECT phase FROM rides
    WHERE (rider = :rider OR driver = :rider) AND \(DrivenRecord.Phase.isUnderWay) ORDER BY id
    """)
  /// The drivers who have an open offer of a ride of the rider.
  static let offered = SQLStatement.locking(
    """
    SELECT driver FROM offers
    WHERE state = 'open' AND ride IN (SELECT id FROM rides WHERE rider = :rider) ORDER BY id
    """)
  static let removal = [
    "DELETE FROM offers WHERE driver = :rider OR ride IN (SELECT id FROM rides WHERE rider = :rider)",
    "DELETE FROM ratings WHERE ride IN (SELECT id FROM rides WHERE rider = :rider)",
    "UPDATE rides SET driver = NULL WHERE driver = :rider",
    "DELETE FROM drivers WHERE rider = :rider",
    "DELETE FROM shares WHERE recipient = :rider",
    "DELETE FROM shares WHERE post IN (SELECT id FROM posts WHERE author = :rider)",
    "DELETE FROM ride_links WHERE ride IN (SELECT id FROM rides WHERE rider = :rider)",
    "DELETE FROM events WHERE recipient = :rider",
    "DELETE FROM event_counters WHERE recipient = :rider",
    "DELETE FROM posts WHERE author = :rider",
    "DELETE FROM rides WHERE rider = :rider",
    "DELETE FROM friends WHERE rider = :rider OR friend = :rider",
    // Invitations of others stay open for them: whether there is an account is not revealed.
    "DELETE FROM invitations WHERE rider = :rider",
    "DELETE FROM declines WHERE rider = :rider OR inviter = :rider",
    "DELETE FROM blocks WHERE rider = :rider OR blocked = :rider",
    "DELETE FROM sessions WHERE rider = :rider",
    "DELETE FROM password_resets WHERE rider = :rider",
    "DELETE FROM accounts WHERE id = :rider",
  ].map { SQLStatement($0) }
}

private enum AccountColumn: Int32, SQLColumn {
  case id, email, name, nickname, mobileNumber, passwordHash, createdAt, flagSubject
  static let table = "accounts"
}

extension AccountRecord {
  fileprivate init(_ row: any SQLRow) {
    let row = row.columns(AccountColumn.self)
    self.init(
      profile: RiderProfile(
        id: row.identifier(.id), name: row.text(.name), nickname: row.text(.nickname),
        email: row.text(.email), mobileNumber: row.text(.mobileNumber)),
      passwordHash: row.text(.passwordHash), createdAt: row.time(.createdAt),
      flagSubject: row.optionalText(.flagSubject))
  }

  fileprivate var row: SQLArguments {
    AccountColumn.row([
      .id: profile.id, .email: profile.email, .name: profile.name, .nickname: profile.nickname,
      .mobileNumber: profile.mobileNumber, .passwordHash: passwordHash, .createdAt: createdAt,
      .flagSubject: flagSubject,
    ])
  }
}
