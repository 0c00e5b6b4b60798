import Basics
import CloudDomain
public import CloudStore
public import Core
public import FoundationEssentials

/// Creates the one-time codes with which riders who have forgotten their passwords set new ones.
public struct PasswordResets: Sendable {
  let dependencies: any CloudDependencies

  /// Creates a code for an account; an earlier one is void then.
  ///
  /// - Returns: The code, which is stored nowhere; `nil` when no account has the e-mail.
  public func createCode(
    for email: String
  ) async throws(StoreError) -> (code: Secret, expiresAt: Date)? {
    let code = PasswordResetCode.make(dependencies.randomBytes)
    let expiresAt = dependencies.clock.now.inWholeMilliseconds + PasswordResetRecord.lifetime
    let audit = AuditLog(dependencies)
    return try await dependencies.run { store throws(StoreError) in
      guard let account = try store.account(email: email.normalizedEmail) else { return nil }
      try store.addPasswordReset(
        PasswordResetRecord(
          rider: account.profile.id, codeHash: PasswordResetCode.hash(code), expiresAt: expiresAt))
      audit.record(.passwordResetCreation, by: .rider(account.profile.id), from: nil)
      return (code, expiresAt)
    }
  }
}

/// The form of a one-time code: 80 random bits as five groups of hexadecimal digits. No one guesses
/// one within its life, so a quick hash without salt is enough.
enum PasswordResetCode {
  static func make(_ randomBytes: any RandomBytes) -> Secret {
    let bytes = randomBytes.bytes(count: 10)
    let groups = stride(from: 0, to: bytes.count, by: 2).map {
      Hexadecimal.encode(bytes[$0..<$0 + 2])
    }
    return Secret(groups.joined(separator: "-"))
  }

  /// Returns the hash of a code as it was typed: blanks, hyphens and capitals do not matter.
  static func hash(_ code: Secret) -> [UInt8] {
    let digits = code.revealed.lowercased().filter { $0 != "-" && !$0.isWhitespace }
    return Digest.hash(Array(digits.utf8))
  }
}
