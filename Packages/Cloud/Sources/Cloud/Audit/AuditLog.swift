import Core
public import FoundationEssentials

/// Records who signed in and out and what administrators did, and reads it back.
///
/// Events are kept for 90 days, and of a rider, or of a network address without a session, at most
/// the newest 500: about 75 KiB. What one of them repeats within an hour is one event.
public struct AuditLog: Sendable {
  /// How long an event is kept: 90 days, in seconds.
  static let lifetime = 90.0 * 24 * 3600
  /// The most events of a rider or of a network address.
  static let share = 500

  private let store: SQLStore
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
        keepingAfter: now - Self.lifetime, ofCaller: Self.share)
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
