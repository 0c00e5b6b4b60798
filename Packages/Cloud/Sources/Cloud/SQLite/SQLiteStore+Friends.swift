package import Core
package import FoundationEssentials

extension SQLiteStore {
  package func friends(of rider: Identifier<RiderProfile>) throws(StoreFailure) -> [Friend] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(
        """
        SELECT accounts.id, accounts.name, accounts.email
        FROM friends JOIN accounts ON accounts.id = friends.friend WHERE friends.rider = ?
        """, .identifier(rider)
      ) { row in row.friend }
    }
  }

  package func addFriend(
    email: String, to rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) -> Friend? {
    try database.transaction { (connection) throws(StoreFailure) in
      let friend = try connection.first(
        "SELECT id, name, email FROM accounts WHERE email = ?", .text(email)
      ) { row in row.friend }
      guard let friend else { return nil }
      try connection.run(
        "INSERT INTO friends (rider, friend, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        .identifier(rider), .identifier(friend.id), .time(now))
      return friend
    }
  }

  package func removeFriend(
    _ friend: Identifier<RiderProfile>, of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> Bool {
    try database.write { (connection) throws(StoreFailure) in
      try connection.run(
        "DELETE FROM friends WHERE rider = ? AND friend = ?", .identifier(rider),
        .identifier(friend)) == 1
    }
  }
}

extension SQLiteRow {
  /// The first three columns: id, name, email.
  fileprivate var friend: Friend {
    Friend(id: identifier(0), name: text(1), email: text(2))
  }
}
