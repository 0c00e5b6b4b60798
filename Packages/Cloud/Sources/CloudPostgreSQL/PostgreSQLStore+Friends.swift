package import Cloud
package import Core
package import FoundationEssentials

extension PostgreSQLStore {
  package func friends(of rider: Identifier<RiderProfile>) throws(StoreFailure) -> [Friend] {
    try pool.read { (connection) throws(PostgreSQLFailure) in
      try connection.all(
        """
        SELECT accounts.id, accounts.name, accounts.email
        FROM friends JOIN accounts ON accounts.id = friends.friend WHERE friends.rider = $1
        """, .identifier(rider)
      ) { row in row.friend }
    }
  }

  package func addFriend(
    email: String, to rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) -> Friend? {
    try pool.transaction { (connection, _) throws(PostgreSQLFailure) in
      let friend = try connection.first(
        "SELECT id, name, email FROM accounts WHERE email = $1", .text(email)
      ) { row in row.friend }
      guard let friend else { return nil }
      try connection.run(
        "INSERT INTO friends (rider, friend, added_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
        .identifier(rider), .identifier(friend.id), .time(now))
      return friend
    }
  }

  package func removeFriend(
    _ friend: Identifier<RiderProfile>, of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> Bool {
    try pool.transaction { (connection, mayHaveHappened) throws(PostgreSQLFailure) in
      let removed = try connection.run(
        "DELETE FROM friends WHERE rider = $1 AND friend = $2", .identifier(rider),
        .identifier(friend))
      // Nobody knows whether an attempt before has removed the friend; gone the friend is.
      return removed.changedCount == 1 || mayHaveHappened
    }
  }
}

extension PostgreSQLRow {
  /// The first three columns: id, name, email.
  fileprivate var friend: Friend {
    Friend(id: identifier(0), name: text(1), email: text(2))
  }
}
