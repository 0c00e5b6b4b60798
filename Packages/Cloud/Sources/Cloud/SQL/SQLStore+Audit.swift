import Core
package import FoundationEssentials

extension SQLStore: AuditStore {
  package func addAuditEvent(
    _ event: AuditEvent, keepingAfter oldest: Date, atMost count: Int
  ) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      try connection.run(Statements.add, SQLArguments(AuditColumn.self, value: event.value))
      try connection.run(Statements.prune, ["oldest": .time(oldest), "count": .number(count)])
    }
  }

  package func auditEvents(since start: Date, limit: Int) throws(StoreError) -> [AuditEvent] {
    try database.read { (connection) throws(StoreError) in
      try connection.all(
        Statements.newestFirst, ["start": .time(start), "limit": .number(limit)]
      ) { (row) throws(StoreError) in try AuditEvent(row.columns(AuditColumn.self)) }
    }
  }
}

private enum Statements {
  static let add = SQLStatement.insert(into: AuditColumn.self)
  static let newestFirst = SQLStatement(
    """
    SELECT \(AuditColumn.list) FROM audit_events WHERE at >= :start
    ORDER BY number DESC LIMIT :limit
    """)
  /// Looks at the ten oldest events only. More than one goes for each that is added, so old ones
  /// become fewer, and a sign-in stays quick.
  static let prune = SQLStatement(
    """
    DELETE FROM audit_events WHERE number IN (
      SELECT number FROM (SELECT number, at FROM audit_events ORDER BY number LIMIT 10) AS oldest
      WHERE at < :oldest OR number <= (SELECT max(number) FROM audit_events) - :count
    )
    """)
}

private enum AuditColumn: Int32, SQLColumn {
  case at, action, rider, emailHash, adminToken, address

  static let table = "audit_events"
}

extension AuditEvent {
  fileprivate init(_ row: SQLColumns<AuditColumn>) throws(StoreError) {
    let subject: Subject? =
      if !row.isNull(.rider) {
        .rider(row.identifier(.rider))
      } else if let hash = row.optionalText(.emailHash) {
        .emailHash(hash)
      } else {
        row.optionalText(.adminToken).map(Subject.adminToken)
      }
    guard let action = Action(rawValue: row.text(.action)), let subject else {
      throw row.row.unreadable("the audit event '\(row.text(.action))'")
    }
    self.init(
      time: row.time(.at), action: action, subject: subject, address: row.optionalText(.address))
  }

  fileprivate func value(of column: AuditColumn) -> SQLValue {
    switch column {
    case .at: .time(time)
    case .action: .text(action.rawValue)
    case .rider: .optional(rider?.rawValue)
    case .emailHash: .optional(emailHash)
    case .adminToken: .optional(adminToken)
    case .address: .optional(address)
    }
  }
}
