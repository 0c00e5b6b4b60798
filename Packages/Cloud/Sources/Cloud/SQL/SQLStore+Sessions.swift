import Core
package import FoundationEssentials

extension SQLStore {
  /// Adds a session; ends the rider's oldest ones that are too many with it, and deletes some
  /// that have expired, so that they do not pile up.
  ///
  /// - Parameter count: How many sessions the rider may have, the new one included.
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
