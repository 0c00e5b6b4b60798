import Core

/// Accounts that an earlier version stored under an e-mail in another Unicode normalization form
/// than the one in which e-mails are looked up.
package enum EmailNormalization {
  /// Stores each account under the e-mail by which it is looked up, in the running transaction.
  ///
  /// Of accounts with the same e-mail in several forms the one that has the looked-up form gets it,
  /// else the oldest; the others are left as they are, see ``unreachable(on:)``.
  package static func apply(on connection: any SQLConnection) throws(StoreError) {
    for account in try unreachable(on: connection) {
      let arguments: SQLArguments = [
        "id": .identifier(account.id), "old": .text(account.email),
        "new": .text(account.email.normalizedEmail),
      ]
      guard try connection.run(Statements.rename, arguments) == 1 else { continue }
      try connection.run(Statements.renameInvitations, arguments)
      try connection.run(Statements.removeInvitations, arguments)
    }
  }

  /// Returns the accounts that are not found by their e-mails, the oldest first.
  static func unreachable(
    on connection: any SQLConnection
  ) throws(StoreError) -> [UnreachableAccount] {
    try connection.all(Statements.accounts) { row in
      UnreachableAccount(id: Identifier(row.text(0)), email: row.text(1))
    }.filter { !$0.email.utf8.elementsEqual($0.email.normalizedEmail.utf8) }
  }
}

private enum Statements {
  static let accounts = SQLStatement { dialect in
    """
    SELECT id, email FROM accounts WHERE \(dialect.hasOtherThanASCII("email"))
    ORDER BY created_at, id
    """
  }
  static let rename = SQLStatement(
    """
    UPDATE accounts SET email = :new
    WHERE id = :id AND NOT EXISTS (SELECT 1 FROM accounts AS other WHERE other.email = :new)
    """)
  static let renameInvitations = SQLStatement(
    """
    UPDATE invitations SET email = :new
    WHERE email = :old AND NOT EXISTS (SELECT 1 FROM invitations AS other
      WHERE other.rider = invitations.rider AND other.email = :new)
    """)
  static let removeInvitations = SQLStatement("DELETE FROM invitations WHERE email = :old")
}
