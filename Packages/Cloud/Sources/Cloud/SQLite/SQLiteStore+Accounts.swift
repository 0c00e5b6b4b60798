package import Core

extension SQLiteStore: AccountStore {
  package func addAccount(
    _ account: AccountRecord, session: SessionRecord
  ) throws(StoreFailure) -> Bool {
    try database.transaction { (connection) throws(StoreFailure) in
      let profile = account.profile
      let added = try connection.run(
        """
        INSERT INTO accounts (id, email, name, nickname, mobile_number, password_hash, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (email) DO NOTHING
        """, .identifier(profile.id), .text(profile.email), .text(profile.name),
        .text(profile.nickname), .text(profile.mobileNumber), .text(account.passwordHash),
        .time(account.createdAt))
      guard added == 1 else { return false }
      try connection.insert(session)
      return true
    }
  }

  package func account(email: String) throws(StoreFailure) -> AccountRecord? {
    try database.read { (connection) throws(StoreFailure) in
      try connection.first(
        """
        SELECT id, name, nickname, email, mobile_number, password_hash, created_at
        FROM accounts WHERE email = ?
        """, .text(email)
      ) { row in
        AccountRecord(
          profile: row.profile, passwordHash: row.text(5), createdAt: row.time(6))
      }
    }
  }

  package func profile(
    of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> RiderProfile? {
    try database.read { (connection) throws(StoreFailure) in
      try connection.first(
        "SELECT id, name, nickname, email, mobile_number FROM accounts WHERE id = ?",
        .identifier(rider)
      ) { row in row.profile }
    }
  }

  package func replacePasswordHash(
    of rider: Identifier<RiderProfile>, old: String, new: String
  ) throws(StoreFailure) {
    try database.write { (connection) throws(StoreFailure) in
      _ = try connection.run(
        "UPDATE accounts SET password_hash = ? WHERE id = ? AND password_hash = ?",
        .text(new), .identifier(rider), .text(old))
    }
  }
}

extension SQLiteRow {
  /// The first five columns: id, name, nickname, email, mobile_number.
  fileprivate var profile: RiderProfile {
    RiderProfile(
      id: identifier(0), name: text(1), nickname: text(2), email: text(3), mobileNumber: text(4))
  }
}
