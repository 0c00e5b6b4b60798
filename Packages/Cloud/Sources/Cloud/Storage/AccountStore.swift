public import Core
package import FoundationEssentials

/// Keeps riders' accounts.
package protocol AccountStore: Sendable {
  /// Adds an account and its first session; invitations that were sent to its e-mail while it had
  /// no account are for the new one.
  ///
  /// - Returns: `false`, and nothing is added, when the e-mail has an account already.
  func addAccount(
    _ account: AccountRecord, session: SessionRecord
  ) throws(StoreError) -> Bool

  /// Returns whether flags choose by this subject for an account.
  func hasFlagSubject(_ subject: String) throws(StoreError) -> Bool

  /// Returns the account with a normalized e-mail.
  func account(email: String) throws(StoreError) -> AccountRecord?

  /// Returns the account of a rider.
  func account(of rider: Identifier<RiderProfile>) throws(StoreError) -> AccountRecord?

  func profile(of rider: Identifier<RiderProfile>) throws(StoreError) -> RiderProfile?

  /// Replaces a profile; invitations to the old e-mail are hidden, and are not shown to the next
  /// account that has it.
  ///
  /// - Returns: `false`, and nothing is changed, when another account has the e-mail.
  func replaceProfile(with profile: RiderProfile) throws(StoreError) -> Bool

  /// Replaces a password hash, unless it has been replaced meanwhile, and revokes all sessions but
  /// one.
  ///
  /// - Returns: Whether the hash was replaced.
  func changePasswordHash(
    of rider: Identifier<RiderProfile>, old: String, new: String, keepingSession tokenHash: [UInt8]
  ) throws(StoreError) -> Bool

  /// Deletes an account with its sessions, rides, posts, friendships, blocks and the invitations that
  /// it has sent; an absent one is no error.
  func removeAccount(_ rider: Identifier<RiderProfile>) throws(StoreError)

  /// Keeps the hash of a rider's one-time code; an earlier one is void.
  func addPasswordReset(_ reset: PasswordResetRecord) throws(StoreError)

  /// Replaces the password hash of the account whose one-time code has this hash and is not void,
  /// revokes its sessions and adds one; the code is void then.
  ///
  /// - Returns: `false`, and nothing is changed, without such a code.
  func resetPassword(
    of rider: Identifier<RiderProfile>, codeHash: [UInt8], to passwordHash: String,
    session: SessionRecord, now: Date
  ) throws(StoreError) -> Bool

  /// Whether a one-time code is that of a rider, and has not expired.
  func isPasswordResetCode(
    _ codeHash: [UInt8], of rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreError) -> Bool

  /// Replaces a password hash, unless it has been replaced meanwhile.
  func replacePasswordHash(
    of rider: Identifier<RiderProfile>, old: String, new: String
  ) throws(StoreError)

  /// Returns the accounts that are not found by their e-mails, the oldest first.
  func unreachableAccounts() throws(StoreError) -> [UnreachableAccount]
}

/// An account whose e-mail an earlier version stored in another Unicode normalization form, while
/// another account has it in the form that is looked up: its rider cannot sign in.
public struct UnreachableAccount: Equatable, Sendable {
  public let id: Identifier<RiderProfile>
  /// As it is stored.
  public let email: String
}

/// A stored account.
package struct AccountRecord: Equatable, Sendable {
  package let profile: RiderProfile
  /// In the PHC string format: algorithm, parameters, salt and hash.
  package let passwordHash: String
  package let createdAt: Date
  /// What flags choose by.
  package let flagSubject: String?

  package init(
    profile: RiderProfile, passwordHash: String, createdAt: Date, flagSubject: String? = nil
  ) {
    self.flagSubject = flagSubject
    self.profile = profile
    self.passwordHash = passwordHash
    self.createdAt = createdAt
  }
}

/// A stored one-time code with which a rider sets a new password.
package struct PasswordResetRecord: Equatable, Sendable {
  package let rider: Identifier<RiderProfile>
  /// The hash of the code, which itself is not stored.
  package let codeHash: [UInt8]
  package let expiresAt: Date

  package init(rider: Identifier<RiderProfile>, codeHash: [UInt8], expiresAt: Date) {
    self.rider = rider
    self.codeHash = codeHash
    self.expiresAt = expiresAt
  }
}
