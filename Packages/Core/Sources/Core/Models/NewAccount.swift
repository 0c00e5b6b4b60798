import Basics
@_spi(_Unicode) import Swift

/// The form of a sign-up.
public struct NewAccount: Codable, Hashable, Sendable {
  public var name: String
  public var nickname: String
  public var email: String
  public var mobileNumber: String
  public var password: Secret
  /// The subject of flags before the sign-up; they keep choosing by it.
  public var flagSubject: String?

  /// Keeps what was typed, unchecked; see ``problems``.
  public init(
    name: String, nickname: String, email: String, mobileNumber: String, password: Secret,
    flagSubject: String? = nil
  ) {
    (self.flagSubject, self.name, self.nickname) = (flagSubject, name, nickname)
    (self.email, self.mobileNumber, self.password) = (email, mobileNumber, password)
  }

  /// The same account with blanks around each field removed, the names and the e-mail in Unicode
  /// normalization form C, the e-mail in lower case, and the first word of the name as nickname
  /// where none was typed. The password is kept as typed.
  public var normalized: NewAccount {
    var account = self
    account.name = name.trimmingBlanks.precomposed
    account.email = email.normalizedEmail
    account.mobileNumber = mobileNumber.trimmingBlanks
    let typedNickname = nickname.trimmingBlanks.precomposed
    account.nickname =
      typedNickname.isEmpty
      ? account.name.split(separator: " ").first.map(String.init) ?? "" : typedNickname
    return account
  }

  /// The errors of the normalized fields, in the order of the form.
  public var problems: [FieldError] {
    let account = normalized
    return [
      FieldError.checkingName(account.name, field: .name),
      // It is empty only without a name.
      account.nickname.isEmpty
        ? nil : FieldError.checkingName(account.nickname, field: .nickname),
      FieldError.checkingEmail(account.email),
      FieldError.checkingMobileNumber(account.mobileNumber),
      FieldError.checkingNewPassword(
        account.password, of: [account.name, account.nickname, account.email]),
    ].compactMap { $0 }
  }
}

extension String {
  /// The form in which e-mail addresses are stored and compared.
  public var normalizedEmail: String { trimmingBlanks.lowercased().precomposed }

  /// The text in Unicode normalization form C, so that texts that look the same have the same bytes.
  fileprivate var precomposed: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    // Foundation's own normalization uses the same function of the standard library.
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: _nfc)
    return String(scalars)
  }
}

/// The e-mail and password of a sign-in.
public struct Credentials: Codable, Hashable, Sendable {
  public let email: String
  public let password: Secret
  public init(email: String, password: Secret) { (self.email, self.password) = (email, password) }
}
