public import Core
public import FoundationEssentials

/// An entry of the audit log; never has an e-mail, a password or a token.
public struct AuditEvent: Codable, Equatable, Sendable {
  /// The action that succeeded or failed.
  public enum Action: String, Codable, CaseIterable, Sendable {
    case signUp, signIn, signInFailure, signOut, signOutEverywhere
    case profileChange, passwordChange, passwordChangeFailure, sessionRevocation
    case passwordResetCreation, passwordReset, accountExport, accountDeletion
    case adminTokenCreation, adminTokenRevocation, flagsReplacement, flagsPublication
    case driverApproval, driverSuspension

    /// Whether administrators and operators do it.
    package var isAdministrative: Bool {
      [
        .passwordResetCreation, .adminTokenCreation, .adminTokenRevocation, .flagsReplacement,
        .flagsPublication, .driverApproval, .driverSuspension,
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
  /// Why an operator did it, where that is asked for.
  public let reason: String?

  package init(
    time: Date, count: Int = 1, action: Action, subject: Subject, address: String?,
    reason: String? = nil
  ) {
    (self.time, self.count, self.action, self.address) = (time, count, action, address)
    self.reason = reason
    rider = if case .rider(let rider) = subject { rider } else { nil }
    emailHash = if case .emailHash(let hash) = subject { hash } else { nil }
    adminToken = if case .adminToken(let name) = subject { name } else { nil }
  }
}
