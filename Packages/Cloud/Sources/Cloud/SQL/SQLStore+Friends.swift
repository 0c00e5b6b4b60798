package import Core
package import FoundationEssentials

extension SQLStore {
  package func friends(of rider: Identifier<RiderProfile>) throws(StoreFailure) -> [Friend] {
    try database.read { (connection) throws(StoreFailure) in
      try connection.all(Statements.friends, ["rider": .identifier(rider)]) { row in
        Friend(row.columns(FriendAccountColumn.self))
      }
    }
  }

  package func addFriend(
    email: String, to rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreFailure) -> Friend? {
    try database.write { (connection, _) throws(StoreFailure) in
      let friend = try connection.first(Statements.byEmail, ["email": .text(email)]) { row in
        Friend(row.columns(FriendAccountColumn.self))
      }
      guard let friend else { return nil }
      try connection.run(
        Statements.add,
        ["rider": .identifier(rider), "friend": .identifier(friend.id), "now": .time(now)])
      return friend
    }
  }

  package func removeFriend(
    _ friend: Identifier<RiderProfile>, of rider: Identifier<RiderProfile>
  ) throws(StoreFailure) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreFailure) in
      let removed = try connection.run(
        Statements.remove, ["rider": .identifier(rider), "friend": .identifier(friend)])
      // Whether an attempt before has removed the friend is not known; the friend is gone.
      return removed == 1 || mayHaveHappened
    }
  }
}

private enum Statements {
  static let friends = SQLStatement(
    """
    SELECT \(FriendAccountColumn.list)
    FROM friends JOIN accounts ON accounts.id = friends.friend WHERE friends.rider = :rider
    """)
  static let byEmail = SQLStatement(
    "SELECT \(FriendAccountColumn.list) FROM accounts WHERE email = :email")
  static let add = SQLStatement(
    """
    INSERT INTO friends (rider, friend, added_at) VALUES (:rider, :friend, :now)
    ON CONFLICT DO NOTHING
    """)
  static let remove = SQLStatement(
    "DELETE FROM friends WHERE rider = :rider AND friend = :friend")
}

private enum FriendAccountColumn: Int32, SQLColumn {
  case id, name, email

  static let table = "accounts"
}

extension Friend {
  fileprivate init(_ row: SQLColumns<FriendAccountColumn>) {
    self.init(id: row.identifier(.id), name: row.text(.name), email: row.text(.email))
  }
}
