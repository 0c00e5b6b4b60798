import Basics
public import CloudStore
import Core
public import FoundationEssentials

/// Records who signed in and out and what administrators did, and reads it back.
///
/// Events are kept for 90 days, and of a rider, or of a network address without a session, at most
/// the newest 500: about 75 KiB. What one of them repeats within an hour is one event.
public struct AuditLog: Sendable {
  /// How long an event is kept, in days.
  public static let days = 90
  /// The most events of a rider or of a network address.
  public static let share = 500
  private static let lifetime = Double(days) * 24 * 3600

  private let dependencies: any CloudDependencies

  init(_ dependencies: any CloudDependencies) { self.dependencies = dependencies }

  /// Records an event of this moment from a network address; a failure is only reported.
  func record(
    _ action: AuditEvent.Action, by subject: AuditEvent.Subject, from address: String?,
    reason: String? = nil
  ) {
    let now = dependencies.clock.now.inWholeMilliseconds
    let store = dependencies.store
    do throws(StoreError) {
      let event = AuditEvent(
        time: now, action: action, subject: subject, address: address, reason: reason)
      try store.addAuditEvent(
        event, keepingAfter: store.deletionTime(at: now) - Self.lifetime, share: Self.share,
        of: event.caller)
    } catch {
      dependencies.reportAuditFailure(error.reason)
    }
  }

  /// Returns the newest events, newest first: at most `limit`, and none before `start`.
  public func events(since start: Date?, limit: Int) async throws(StoreError) -> [AuditEvent] {
    let start = start ?? dependencies.clock.now - Self.lifetime
    return try await dependencies.run { store throws(StoreError) in
      try store.auditEvents(since: start, limit: limit)
    }
  }
}

extension AuditEvent {
  /// Whose share of the log the event is part of: a rider's, or that of a network address without a
  /// session; `nil` for what administrators and operators do.
  var caller: String? {
    if action.isAdministrative { return nil }
    if let rider { return rider.rawValue }
    return address.map { IPAddress($0)?.network.description ?? $0 } ?? ""
  }
}

extension AuditEvent.Subject {
  /// The form of an e-mail in the audit log.
  static func email(_ email: String) -> AuditEvent.Subject {
    .emailHash(Hexadecimal.encode(Digest.hash(Array(email.normalizedEmail.utf8)).prefix(16)))
  }
}
