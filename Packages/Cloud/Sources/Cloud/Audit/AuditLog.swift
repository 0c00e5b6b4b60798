import Core
public import FoundationEssentials

/// Records who signed in and out and what administrators did, and reads it back.
///
/// Events are kept for 90 days, and at most the newest 200 000: about 30 MiB.
public struct AuditLog: Sendable {
  /// How long an event is kept: 90 days, in seconds.
  static let lifetime = 90.0 * 24 * 3600
  static let largestCount = 200_000

  private let store: any AuditStore
  private let clock: any WallClock
  private let workers: WorkerPool
  private let reportFailure: @Sendable (_ reason: String) -> Void

  init(_ dependencies: any CloudDependencies) {
    store = dependencies.database.store
    clock = dependencies.clock
    workers = dependencies.workers
    reportFailure = dependencies.reportAuditFailure
  }

  /// Records an event of this moment; a failure is reported, and the caller continues.
  ///
  /// - Parameter address: The client's network address.
  func record(
    _ action: AuditEvent.Action, by subject: AuditEvent.Subject, from address: String?
  ) {
    let now = clock.now.inWholeMilliseconds
    do throws(StoreError) {
      try store.addAuditEvent(
        AuditEvent(time: now, action: action, subject: subject, address: address),
        keepingAfter: now - Self.lifetime, atMost: Self.largestCount)
    } catch {
      reportFailure(error.reason)
    }
  }

  /// Returns the newest events, newest first.
  ///
  /// - Parameters:
  ///   - start: Older events are left out.
  ///   - limit: The most events.
  public func events(since start: Date?, limit: Int) async throws(DatabaseError) -> [AuditEvent] {
    try await workers.run { [store, clock] () throws(StoreError) in
      try store.auditEvents(since: start ?? clock.now - Self.lifetime, limit: limit)
    }
  }
}

/// Keeps the audit log.
package protocol AuditStore: Sendable {
  /// Adds an event, and deletes some of those that are older than a time or too many.
  func addAuditEvent(
    _ event: AuditEvent, keepingAfter oldest: Date, atMost count: Int
  ) throws(StoreError)

  /// Returns the newest events since a time, newest first.
  func auditEvents(since start: Date, limit: Int) throws(StoreError) -> [AuditEvent]
}
