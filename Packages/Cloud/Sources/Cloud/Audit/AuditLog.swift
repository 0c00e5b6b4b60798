import Basics
public import Core
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

  private let dependencies: any CloudDependencies

  init(_ dependencies: any CloudDependencies) { self.dependencies = dependencies }

  /// Records an event of this moment from a network address; a failure is only reported.
  func record(_ action: AuditEvent.Action, by subject: AuditEvent.Subject, from address: String?) {
    let now = dependencies.clock.now.inWholeMilliseconds
    let store = dependencies.store
    do throws(StoreError) {
      try store.addAuditEvent(
        AuditEvent(time: now, action: action, subject: subject, address: address),
        keepingAfter: store.deletionTime(at: now) - Self.lifetime,
        ofCaller: Self.share)
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

/// An entry of the audit log; never has an e-mail, a password or a token.
public struct AuditEvent: Codable, Equatable, Sendable {
  /// The action that succeeded or failed.
  public enum Action: String, Codable, CaseIterable, Sendable {
    case signUp, signIn, signInFailure, signOut, signOutEverywhere
    case profileChange, passwordChange, passwordChangeFailure, sessionRevocation
    case passwordResetCreation, passwordReset, accountExport, accountDeletion
    case adminTokenCreation, adminTokenRevocation, flagsReplacement, flagsPublication

    /// Whether administrators and operators do it.
    var isAdministrative: Bool {
      [
        .passwordResetCreation, .adminTokenCreation, .adminTokenRevocation, .flagsReplacement,
        .flagsPublication,
      ].contains(self)
    }
  }

  /// The one who did it; the e-mail of a failed sign-in may belong to no account.
  public enum Subject: Equatable, Sendable {
    case rider(Identifier<RiderProfile>)
    /// The first 128 bits of the BLAKE2b hash of a normalized e-mail, in hexadecimal digits.
    case emailHash(String)
    /// The administrator's token of this name; who publishes flags by a command is named instead.
    case adminToken(name: String)
  }

  /// The time of the last one.
  public let time: Date
  /// How often it happened since the beginning of that hour.
  public let count: Int
  public let action: Action
  public let rider: Identifier<RiderProfile>?
  /// The first 128 bits of the BLAKE2b hash of a normalized e-mail, in hexadecimal digits.
  public let emailHash: String?
  /// The name of the administrator's token that was used, made or revoked, or of the operator who
  /// published flags.
  public let adminToken: String?
  /// The client's network address; absent for acts on the server's own machine.
  public let address: String?

  package init(time: Date, count: Int = 1, action: Action, subject: Subject, address: String?) {
    (self.time, self.count, self.action, self.address) = (time, count, action, address)
    rider = if case .rider(let rider) = subject { rider } else { nil }
    emailHash = if case .emailHash(let hash) = subject { hash } else { nil }
    adminToken = if case .adminToken(let name) = subject { name } else { nil }
  }

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
