import Core
package import FoundationEssentials

extension SQLStore {
  /// Adds an event, or counts it with the same one of that hour, and deletes some of those that are
  /// older than a time.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - oldest: The time after which events are kept.
  ///   - share: How many events of the same caller are kept.
  ///   - caller: Whose share of the log the event is part of; without one it is kept, and never counted
  ///     together with another.
  package func addAuditEvent(
    _ event: AuditEvent, keepingAfter oldest: Date, share: Int, of caller: String?
  ) throws(StoreError) {
    try database.write { (connection, _) throws(StoreError) in
      let hour = event.time.milliseconds / 3_600_000 * 3_600_000
      let arguments: SQLArguments = [
        "caller": caller, "at": event.time, "hour": hour,
        "action": event.action.rawValue, "hash": event.emailHash ?? "",
        "address": event.address ?? "", "share": share, "oldest": oldest,
      ]
      guard try connection.run(Statements.countAgain, arguments) == 0 else { return }
      try connection.run(Statements.add, event.row(caller: caller))
      try connection.run(Statements.pruneShare, arguments)
      try connection.run(Statements.prune, arguments)
    }
  }

  /// Returns the time to delete what is old by: that of the newest event which is an hour old; the distant
  /// past without one. So a clock that is wrong for less than an hour deletes nothing, in no process.
  package func deletionTime(at now: Date) -> Date {
    // Nothing is deleted while the log cannot be read; who adds to the log reports the failure.
    (try? first(Statements.newestUntil, ["time": now - 3600], read: AuditEvent.init))?.time
      ?? .distantPast
  }

  /// Returns the newest events since a time, newest first.
  package func auditEvents(since start: Date, limit: Int) throws(StoreError) -> [AuditEvent] {
    try all(Statements.newestFirst, ["start": start, "limit": limit], read: AuditEvent.init)
  }
}

private enum Statements {
  static let add = AuditColumn.insert()
  static let newestFirst = AuditColumn.select(
    "WHERE at >= :start ORDER BY at DESC, number DESC LIMIT :limit")
  static let newestUntil = AuditColumn.select("WHERE at <= :time ORDER BY at DESC LIMIT 1")
  /// No event has the caller NULL, so what administrators do is an event of its own each time.
  static let countAgain: SQLStatement = """
    UPDATE audit_events SET count = count + 1, at = :at WHERE number =
      (SELECT max(number) FROM audit_events
       WHERE caller = :caller AND at >= :hour AND action = :action
         AND coalesce(email_hash, '') = :hash AND coalesce(address, '') = :address)
    """
  static let pruneShare: SQLStatement = """
    DELETE FROM audit_events WHERE number IN
      (SELECT number FROM audit_events WHERE caller = :caller
       ORDER BY at DESC, number DESC LIMIT 10 OFFSET :share)
    """
  /// More than one goes for each that is added, so old ones become fewer, and a sign-in stays quick.
  static let prune: SQLStatement = """
    DELETE FROM audit_events WHERE number IN
      (SELECT number FROM audit_events WHERE at < :oldest ORDER BY at LIMIT 10)
    """
}

private enum AuditColumn: Int32, SQLColumn {
  case at, action, rider, emailHash, adminToken, address, count, caller, reason
  static let table = "audit_events"
}

extension AuditEvent {
  fileprivate init(_ row: any SQLRow) throws(StoreError) {
    let row = row.columns(AuditColumn.self)
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
      time: row.time(.at), count: row.number(.count), action: action, subject: subject,
      address: row.optionalText(.address), reason: row.optionalText(.reason))
  }

  fileprivate func row(caller: String?) -> SQLArguments {
    AuditColumn.row([
      .at: time, .action: action.rawValue, .rider: rider, .emailHash: emailHash,
      .adminToken: adminToken, .address: address, .count: count, .caller: caller,
      .reason: reason,
    ])
  }
}
