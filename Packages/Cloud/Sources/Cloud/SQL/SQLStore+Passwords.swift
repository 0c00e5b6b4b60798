import Core
package import FoundationEssentials

extension SQLStore {
  /// Replaces a password hash, unless it has been replaced meanwhile.
  package func replacePasswordHash(of rider: RiderID, old: String, new: String) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      _ = try connection.replacePasswordHash(of: rider, old: old, new: new)
    }
  }

  /// Replaces a password hash, unless it has been replaced meanwhile, and revokes all sessions but
  /// one.
  ///
  /// - Returns: Whether the hash was replaced.
  package func changePasswordHash(
    of rider: RiderID, old: String, new: String, keepingSession tokenHash: [UInt8]
  ) throws(StoreError) -> Bool {
    try write(waking: [rider.rawValue]) { (connection, mayHaveHappened) throws(StoreError) in
      let isReplaced = try connection.replacePasswordHash(of: rider, old: old, new: new)
      if !isReplaced {
        // An attempt whose commit was not heard of may have set this very hash.
        let arguments: SQLArguments = ["id": rider, "hash": new]
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
    try first(
      Statements.reset, ["rider": rider, "code": codeHash, "now": now]
    ) { _ in true } ?? false
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
  fileprivate func replacePasswordHash(
    of rider: RiderID, old: String, new: String
  ) throws(StoreError) -> Bool {
    try run(
      Statements.replaceHash, ["new": new, "id": rider, "old": old]) == 1
  }
}

private enum Statements {
  static let replaceHash: SQLStatement =
    "UPDATE accounts SET password_hash = :new WHERE id = :id AND password_hash = :old"
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
}
