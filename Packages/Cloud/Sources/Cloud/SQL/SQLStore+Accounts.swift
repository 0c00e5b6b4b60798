package import Core

extension SQLStore: AccountStore {
  package func addAccount(
    _ account: AccountRecord, session: SessionRecord
  ) throws(StoreError) -> Bool {
    try database.write { (connection, mayHaveHappened) throws(StoreError) in
      let added = try connection.run(
        Statements.add, SQLArguments(AccountColumn.self, value: account.value))
      guard added == 1 else {
        // An attempt whose commit was not heard of may have added this very account.
        guard mayHaveHappened else { return false }
        return try connection.hasRow(Statements.byID, ["id": .identifier(account.profile.id)])
      }
      try connection.insert(session)
      return true
    }
  }

  package func account(email: String) throws(StoreError) -> AccountRecord? {
    try database.read { (connection) throws(StoreError) in
      try connection.first(Statements.byEmail, ["email": .text(email)]) { row in
        AccountRecord(row.columns(AccountColumn.self))
      }
    }
  }

  package func profile(
    of rider: Identifier<RiderProfile>
  ) throws(StoreError) -> RiderProfile? {
    try database.read { (connection) throws(StoreError) in
      try connection.first(Statements.byID, ["id": .identifier(rider)]) { row in
        AccountRecord(row.columns(AccountColumn.self)).profile
      }
    }
  }

  package func replacePasswordHash(
    of rider: Identifier<RiderProfile>, old: String, new: String
  ) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      _ = try connection.run(
        Statements.replacePasswordHash,
        ["new": .text(new), "id": .identifier(rider), "old": .text(old)])
    }
  }

  package func unreachableAccounts() throws(StoreError) -> [UnreachableAccount] {
    try database.read { (connection) throws(StoreError) in
      try EmailNormalization.unreachable(on: connection)
    }
  }
}

private enum Statements {
  static let add = SQLStatement.insert(
    into: AccountColumn.self, onConflict: "ON CONFLICT DO NOTHING")
  static let byEmail = SQLStatement(
    "SELECT \(AccountColumn.list) FROM accounts WHERE email = :email")
  static let byID = SQLStatement("SELECT \(AccountColumn.list) FROM accounts WHERE id = :id")
  static let replacePasswordHash = SQLStatement(
    "UPDATE accounts SET password_hash = :new WHERE id = :id AND password_hash = :old")
}

private enum AccountColumn: Int32, SQLColumn {
  case id, email, name, nickname, mobileNumber, passwordHash, createdAt

  static let table = "accounts"
}

extension AccountRecord {
  fileprivate init(_ row: SQLColumns<AccountColumn>) {
    self.init(
      profile: RiderProfile(
        id: row.identifier(.id), name: row.text(.name), nickname: row.text(.nickname),
        email: row.text(.email), mobileNumber: row.text(.mobileNumber)),
      passwordHash: row.text(.passwordHash), createdAt: row.time(.createdAt))
  }

  fileprivate func value(of column: AccountColumn) -> SQLValue {
    switch column {
    case .id: .identifier(profile.id)
    case .email: .text(profile.email)
    case .name: .text(profile.name)
    case .nickname: .text(profile.nickname)
    case .mobileNumber: .text(profile.mobileNumber)
    case .passwordHash: .text(passwordHash)
    case .createdAt: .time(createdAt)
    }
  }
}
