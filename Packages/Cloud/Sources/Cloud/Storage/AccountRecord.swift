package import CloudDomain
public import Core
package import FoundationEssentials

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
  /// The key by which flags choose.
  package var flagSubject: String?
}

/// A stored one-time code with which a rider sets a new password.
package struct PasswordResetRecord: Equatable, Sendable {
  package let rider: RiderID
  /// The hash of the code, which itself is not stored.
  package let codeHash: [UInt8]
  package let expiresAt: Date
}

/// A stored session.
package struct SessionRecord: Equatable, Sendable {
  package let tokenHash: [UInt8]
  package let rider: RiderID
  /// When it expires unless it is used before; never after `endsAt`.
  package let expiresAt: Date
  /// When it ends however often it is used.
  package let endsAt: Date
}

extension String {
  /// The first word of a rider's name: what others are told of who rides or drives.
  var firstName: String { split(whereSeparator: \.isWhitespace).first.map(String.init) ?? self }
}
