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

  /// How long a code can be used, in seconds.
  package static let lifetime = 3600.0

  package init(rider: RiderID, codeHash: [UInt8], expiresAt: Date) {
    self.rider = rider
    self.codeHash = codeHash
    self.expiresAt = expiresAt
  }
}

extension String {
  /// The first word of a rider's name: what others are told of who rides or drives.
  package var firstName: String {
    split(whereSeparator: \.isWhitespace).first.map(String.init) ?? self
  }
}
