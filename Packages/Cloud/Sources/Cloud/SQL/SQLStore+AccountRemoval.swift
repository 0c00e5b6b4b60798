package import Core

extension SQLStore {
  package func removeAccount(_ rider: Identifier<RiderProfile>) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
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
  static let all = [
    "DELETE FROM shares WHERE recipient = :rider",
    "DELETE FROM shares WHERE post IN (SELECT id FROM posts WHERE author = :rider)",
    "DELETE FROM posts WHERE author = :rider",
    "DELETE FROM rides WHERE rider = :rider",
    "DELETE FROM friends WHERE rider = :rider OR friend = :rider",
    """
    DELETE FROM invitations
    WHERE rider = :rider OR email = (SELECT email FROM accounts WHERE id = :rider)
    """,
    "DELETE FROM blocks WHERE rider = :rider OR blocked = :rider",
    "DELETE FROM sessions WHERE rider = :rider",
    "DELETE FROM password_resets WHERE rider = :rider",
    "DELETE FROM accounts WHERE id = :rider",
  ].map { SQLStatement($0) }
}
