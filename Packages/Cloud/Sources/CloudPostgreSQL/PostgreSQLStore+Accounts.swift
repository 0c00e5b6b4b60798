package import Cloud
package import Core

extension PostgreSQLStore: AccountStore {
  package func addAccount(
    _ account: AccountRecord, session: SessionRecord
  ) throws(StoreFailure) -> Bool {
    try pool.transaction { (connection, mayHaveHappened) throws(PostgreSQLFailure) in
      let profile = account.profile
      let added = try connection.run(
        """
        INSERT INTO accounts (id, email, name, nickname, mobile_number, password_hash, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING
        """, .identifier(profile.id), .text(profile.email), .text(profile.name),
        .text(profile.nickname), .text(profile.mobileNumber), .text(account.passwordHash),
        .time(account.createdAt))
      guard added.changedCount == 1 else {
        guard mayHaveHappened else { return false }
        return try connection.first(
          "SELECT 1 FROM accounts WHERE id = $1", .identifier(profile.id)
        ) { _ in true } ?? false
      }
      try connection.insert(session)
      return true
    }
  }

  package func account(email: String) throws(StoreFailure) -> AccountRecord? {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.first(
        """
        SELECT id, name, nickname, email, mobile_number, password_hash, created_at
        FROM accounts WHERE email = $1
        """, .text(email)
      ) { (row) throws(PostgreSQLFailure) in
        AccountRecord(
          profile: row.profile, passwordHash: row.text(5), createdAt: try row.time(6))
      }
    }
  }

  package func profile(
    of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> RiderProfile? {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.first(
        "SELECT id, name, nickname, email, mobile_number FROM accounts WHERE id = $1",
        .identifier(rider)
      ) { row in row.profile }
    }
  }

  package func replacePasswordHash(
    of rider: Identifier<RiderProfile>, old: String, new: String
  ) throws(StoreFailure) {
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      _ = try connection.run(
        "UPDATE accounts SET password_hash = $1 WHERE id = $2 AND password_hash = $3",
        .text(new), .identifier(rider), .text(old))
    }
  }
}

extension PostgreSQLRow {
  /// The first five columns: id, name, nickname, email, mobile_number.
  fileprivate var profile: RiderProfile {
    RiderProfile(
      id: identifier(0), name: text(1), nickname: text(2), email: text(3), mobileNumber: text(4))
  }
}
