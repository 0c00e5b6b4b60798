package import Core

extension SQLStore {
  /// Deletes an account with its sessions, rides, posts, friendships, blocks and the invitations that
  /// it has sent; an absent one is no error.
  package func removeAccount(_ rider: Identifier<RiderProfile>) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      // From here on nothing new refers to the account.
      if connection.dialect.hasConcurrentWriters {
        try connection.run(Statements.lock, ["rider": .identifier(rider)])
      }
      // What refers to something is deleted before it.
      for statement in Statements.all {
        try connection.run(statement, ["rider": .identifier(rider)])
      }
    }
    // The account is gone already, so a failure here is none of the rider's.
    try? database.eraseDeleted()
  }
}

private enum Statements {
  static let lock = SQLStatement("SELECT 1 FROM accounts WHERE id = :rider FOR UPDATE")
  static let all = [
    "DELETE FROM shares WHERE recipient = :rider",
    "DELETE FROM shares WHERE post IN (SELECT id FROM posts WHERE author = :rider)",
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
