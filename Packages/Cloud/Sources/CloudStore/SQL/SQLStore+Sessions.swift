package import CloudDomain
import Core
package import FoundationEssentials

extension SQLStore {
  /// Adds a session; ends the rider's oldest ones that are too many with it, and deletes some
  /// that have expired, so that they do not pile up.
  ///
  /// - Parameters:
  ///   - count: How many sessions the rider may have, the new one included.
  ///   - now: What has expired by then may be deleted; see ``deletionTime(at:)``.
  package func addSession(
    _ session: SessionRecord, atMost count: Int, now: Date
  ) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      try connection.run(Statements.removeExpired, ["now": now])
      try connection.insert(session)
      try connection.run(
        Statements.removeOldest,
        ["rider": session.rider, "token": session.tokenHash, "others": count - 1])
    }
  }

  /// Returns the sessions whose tokens have these hashes, expired or not, in the hashes' order.
  package func sessions(tokenHashes: [[UInt8]]) throws(StoreError) -> [SessionRecord?] {
    try database.read { (connection) throws(StoreError) in
      try connection.firstOfEach(
        tokenHashes.map { (Statements.byToken, ["token": $0]) }, read: SessionRecord.init)
    }
  }

  /// Returns the session whose token has this hash, expired or not.
  package func session(tokenHash: [UInt8]) throws(StoreError) -> SessionRecord? {
    try sessions(tokenHashes: [tokenHash])[0]
  }

  /// Moves the time at which a session expires without being used.
  package func extendSession(tokenHash: [UInt8], to expiresAt: Date) throws(StoreError) {
    try run(Statements.extend, ["token": tokenHash, "expires": expiresAt])
  }

  /// Returns a rider's sessions, those that were opened last first.
  package func sessions(of rider: RiderID) throws(StoreError) -> [SessionRecord] {
    try all(Statements.byRider, ["rider": rider], read: SessionRecord.init)
  }

  /// Deletes all sessions of a rider.
  package func removeSessions(of rider: RiderID) throws(StoreError) {
    try write(waking: [rider.rawValue]) { (connection, _) throws(StoreError) in
      try connection.removeSessions(of: rider, except: [])
    }
  }

  /// Deletes a session of a rider; a missing one is no error.
  package func removeSession(tokenHash: [UInt8], of rider: RiderID) throws(StoreError) {
    try run(Statements.remove, ["token": tokenHash, "rider": rider])
    changes.post([rider.rawValue])
  }

  /// Replaces a password hash, unless it has been replaced meanwhile.
  package func replacePasswordHash(of rider: RiderID, old: String, new: String) throws(StoreError) {
    try run(Statements.replaceHash, ["id": rider, "old": old, "hash": new])
  }

  /// Replaces a password hash, unless it has been replaced meanwhile, and revokes all sessions but
  /// one.
  ///
  /// - Returns: Whether the hash was replaced.
  package func changePasswordHash(
    of rider: RiderID, old: String, new: String, keepingSession tokenHash: [UInt8]
  ) throws(StoreError) -> Bool {
    try write(waking: [rider.rawValue]) { (connection, mayHaveHappened) throws(StoreError) in
      let arguments: SQLArguments = ["id": rider, "old": old, "hash": new]
      if try connection.run(Statements.replaceHash, arguments) == 0 {
        // An attempt whose commit was not heard of may have set this very hash.
        guard mayHaveHappened, try connection.hasRow(Statements.hasHash, arguments) else {
          return false
        }
      }
      try connection.removeSessions(of: rider, except: tokenHash)
      try connection.run(Statements.removeReset, ["rider": rider])
      return true
    }
  }

  /// Keeps the hash of a rider's one-time code; an earlier one is void.
  package func addPasswordReset(_ reset: PasswordResetRecord) throws(StoreError) {
    try run(
      Statements.addReset,
      ["rider": reset.rider, "code": reset.codeHash, "expires": reset.expiresAt])
  }

  /// Whether a one-time code is that of a rider, and has not expired.
  package func isPasswordResetCode(
    _ codeHash: [UInt8], of rider: RiderID, now: Date
  ) throws(StoreError) -> Bool {
    let arguments: SQLArguments = ["rider": rider, "code": codeHash, "now": now]
    return try first(Statements.reset, arguments) { _ in true } ?? false
  }

  /// Replaces the password hash of the account whose one-time code has this hash and is not void,
  /// revokes its sessions and adds one; the code is void then.
  ///
  /// - Returns: `false`, and nothing is changed, without such a code.
  package func resetPassword(
    of rider: RiderID, codeHash: [UInt8], to passwordHash: String, session: SessionRecord, now: Date
  ) throws(StoreError) -> Bool {
    try write(waking: [rider.rawValue]) { (connection, mayHaveHappened) throws(StoreError) in
      let used = try connection.run(
        Statements.useReset, ["rider": rider, "code": codeHash, "now": now])
      let arguments: SQLArguments = ["id": rider, "hash": passwordHash]
      // An attempt whose commit was not heard of may have used the code for this very hash.
      guard used == 1 else {
        guard mayHaveHappened else { return false }
        return try connection.hasRow(Statements.hasHash, arguments)
      }
      try connection.run(Statements.setHash, arguments)
      try connection.removeSessions(of: rider, except: [])
      try connection.insert(session)
      return true
    }
  }
}

extension SQLConnection {
  /// Adds a session; one that an earlier attempt has added is left as it is.
  func insert(_ session: SessionRecord) throws(StoreError) {
    try run(Statements.add, session.row)
  }

  /// Deletes a rider's sessions, but for the one whose token has a hash.
  func removeSessions(of rider: RiderID, except tokenHash: [UInt8]) throws(StoreError) {
    try run(Statements.removeOthers, ["rider": rider, "token": tokenHash])
  }
}

private enum Statements {
  static let replaceHash: SQLStatement =
    "UPDATE accounts SET password_hash = :hash WHERE id = :id AND password_hash = :old"
  static let setHash: SQLStatement = "UPDATE accounts SET password_hash = :hash WHERE id = :id"
  static let hasHash: SQLStatement =
    "SELECT 1 FROM accounts WHERE id = :id AND password_hash = :hash"
  static let addReset: SQLStatement = """
    INSERT INTO password_resets (rider, code_hash, expires_at) VALUES (:rider, :code, :expires)
    ON CONFLICT (rider) DO UPDATE SET code_hash = excluded.code_hash, expires_at = excluded.expires_at
    """
  static let removeReset: SQLStatement = "DELETE FROM password_resets WHERE rider = :rider"
  static let reset: SQLStatement = "SELECT 1 \(validReset)"
  static let useReset: SQLStatement = "DELETE \(validReset)"
  private static let validReset =
    "FROM password_resets WHERE rider = :rider AND code_hash = :code AND expires_at > :now"
  static let add = SessionColumn.insert("ON CONFLICT DO NOTHING")
  static let byToken = SessionColumn.select("WHERE token_hash = :token")
  static let byRider = SessionColumn.select("WHERE rider = :rider ORDER BY ends_at DESC")
  static let removeOthers: SQLStatement =
    "DELETE FROM sessions WHERE rider = :rider AND token_hash <> :token"
  static let remove: SQLStatement =
    "DELETE FROM sessions WHERE token_hash = :token AND rider = :rider"
  /// A session that is locked is extended with a later request.
  static let extend = SQLStatement { dialect in
    """
    UPDATE sessions SET expires_at = :expires WHERE token_hash IN
      (SELECT token_hash FROM sessions WHERE token_hash = :token \(dialect.skippingLockedRows))
    """
  }
  /// All but the newest other sessions; every session ends equally long after it was opened.
  static let removeOldest: SQLStatement = """
    DELETE FROM sessions WHERE rider = :rider AND token_hash <> :token AND token_hash NOT IN
      (SELECT token_hash FROM sessions WHERE rider = :rider AND token_hash <> :token
       ORDER BY ends_at DESC LIMIT :others)
    """
  /// More than one is added, so the expired ones become fewer, and a sign-in stays quick.
  static let removeExpired = SQLStatement { dialect in
    """
    DELETE FROM sessions WHERE token_hash IN
      (SELECT token_hash FROM sessions WHERE expires_at <= :now ORDER BY expires_at LIMIT 10
       \(dialect.skippingLockedRows))
    """
  }
}

enum SessionColumn: Int32, SQLColumn {
  case tokenHash, rider, expiresAt, endsAt
  static let table = "sessions"
}

extension SessionRecord {
  /// Reads a row that begins with the columns of a session.
  init(_ row: any SQLRow) {
    let row = row.columns(SessionColumn.self)
    self.init(
      tokenHash: row.blob(.tokenHash), rider: row.identifier(.rider),
      expiresAt: row.time(.expiresAt), endsAt: row.time(.endsAt))
  }

  fileprivate var row: SQLArguments {
    SessionColumn.row([
      .tokenHash: tokenHash, .rider: rider, .expiresAt: expiresAt, .endsAt: endsAt,
    ])
  }
}
