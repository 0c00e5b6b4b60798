/// A rider's profile as it is to be.
public struct ProfileChange: Codable, Hashable, Sendable {
  public var name: String
  public var nickname: String
  public var email: String
  public var mobileNumber: String
  /// The rider's password; needed for another e-mail, since the e-mail opens the account.
  public var password: Secret?

  /// Begins with the profile as it is.
  public init(_ profile: RiderProfile) {
    (name, nickname) = (profile.name, profile.nickname)
    (email, mobileNumber) = (profile.email, profile.mobileNumber)
  }

  /// The fields in the form in which a sign-up stores them; see ``NewAccount/normalized``.
  public var normalized: ProfileChange {
    let fields = account.normalized
    var change = self
    (change.name, change.nickname) = (fields.name, fields.nickname)
    (change.email, change.mobileNumber) = (fields.email, fields.mobileNumber)
    return change
  }

  /// The errors of the normalized fields, in the order of the form.
  public var problems: [FieldError] { account.problems.filter { $0.field != .password } }

  private var account: NewAccount {
    NewAccount(
      name: name, nickname: nickname, email: email, mobileNumber: mobileNumber,
      password: Secret(""))
  }
}

/// A rider's password and the one that takes its place.
public struct PasswordChange: Codable, Hashable, Sendable {
  public let current: Secret
  public let new: Secret
  public init(current: Secret, new: Secret) { (self.current, self.new) = (current, new) }
}

/// A new password for a rider who has forgotten the old one.
public struct PasswordReset: Codable, Hashable, Sendable {
  public let email: String
  /// The one-time code that an operator has made; blanks, hyphens and capitals do not matter.
  public let code: Secret
  public let password: Secret

  public init(email: String, code: Secret, password: Secret) {
    (self.email, self.code, self.password) = (email, code, password)
  }
}

/// The consent to the end of an account.
public struct AccountDeletion: Codable, Hashable, Sendable {
  /// The rider's password.
  public let password: Secret
  public init(password: Secret) { self.password = password }
}
