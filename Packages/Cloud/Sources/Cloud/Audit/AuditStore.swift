package import FoundationEssentials

/// Keeps the audit log.
package protocol AuditStore: Sendable {
  /// Adds an event, and deletes some of those that are older than a time or too many.
  func addAuditEvent(
    _ event: AuditEvent, keepingAfter oldest: Date, atMost count: Int
  ) throws(StoreError)

  /// Returns the newest events since a time, newest first.
  func auditEvents(since start: Date, limit: Int) throws(StoreError) -> [AuditEvent]
}
