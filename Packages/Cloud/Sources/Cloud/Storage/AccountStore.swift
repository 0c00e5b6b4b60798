public import Core
package import FoundationEssentials

/// Keeps riders' accounts.
package protocol AccountStore: Sendable {
  /// Adds an account and its first session.
  ///
  /// - Returns: `false`, and nothing is added, when the e-mail has an account already.
  func addAccount(
    _ account: AccountRecord, session: SessionRecord
  ) throws(StoreError) -> Bool

  /// Returns the account with a normalized e-mail.
  func account(email: String) throws(StoreError) -> AccountRecord?

  func profile(of rider: Identifier<RiderProfile>) throws(StoreError) -> RiderProfile?

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

  package init(profile: RiderProfile, passwordHash: String, createdAt: Date) {
    self.profile = profile
    self.passwordHash = passwordHash
    self.createdAt = createdAt
  }
}
