package import Core
package import FoundationEssentials

/// A stored account.
package struct AccountRecord: Equatable, Sendable {
  package let profile: RiderProfile
  /// In the PHC string format: algorithm, parameters, salt and hash.
  package let passwordHash: String
  package let createdAt: Date
  /// The key by which flags choose.
  package var flagSubject: String?

  package init(
    profile: RiderProfile, passwordHash: String, createdAt: Date, flagSubject: String? = nil
  ) {
    self.profile = profile
    self.passwordHash = passwordHash
    self.createdAt = createdAt
    self.flagSubject = flagSubject
  }
}

/// A stored one-time code with which a rider sets a new password.
package struct PasswordResetRecord: Equatable, Sendable {
  package let rider: RiderID
  /// The hash of the code, which itself is not stored.
  package let codeHash: [UInt8]
  package let expiresAt: Date

  package init(rider: RiderID, codeHash: [UInt8], expiresAt: Date) {
    self.rider = rider
    self.codeHash = codeHash
    self.expiresAt = expiresAt
  }
}

/// A stored session.
package struct SessionRecord: Equatable, Sendable {
  package let tokenHash: [UInt8]
  package let rider: RiderID
  /// When it expires unless it is used before; never after `endsAt`.
  package let expiresAt: Date
  /// When it ends however often it is used.
  package let endsAt: Date

  package init(tokenHash: [UInt8], rider: RiderID, expiresAt: Date, endsAt: Date) {
    self.tokenHash = tokenHash
    self.rider = rider
    self.expiresAt = expiresAt
    self.endsAt = endsAt
  }
}

extension String {
  /// The first word of a rider's name: what others are told of who rides or drives.
  package var firstName: String {
    split(whereSeparator: \.isWhitespace).first.map(String.init) ?? self
  }
}
