/// An invalid field of the sign-in or sign-up form.
public struct FieldError: Codable, Error, Hashable, Sendable {
  /// The fields of the forms, by the names that the contract uses.
  public enum Field: String, Codable, Sendable {
    case name, nickname, email, mobileNumber, password, code

    /// The name that riders see, in the middle of a sentence.
    public var label: String {
      switch self {
      case .name: "full name"
      case .email: "e-mail"
      case .mobileNumber: "mobile number"
      case .nickname, .password, .code: rawValue
      }
    }
  }

  public let field: Field
  /// The error and what to type instead; never the password.
  public let message: String

  /// The error of an empty field.
  public static func empty(_ field: Field) -> FieldError {
    FieldError(field, "The \(field.label) is empty. Type your \(field.label).")
  }

  init(_ field: Field, _ message: String) { (self.field, self.message) = (field, message) }
}

extension FieldError {
  /// The longest e-mail address, in bytes. Source: RFC 5321, section 4.5.3.1.3 (a path of 256
  /// octets with its two brackets).
  static let longestEmail = 254

  /// Returns why a normalized e-mail is refused; `nil` when it is not. Each mailbox has one form: that
  /// of a dot-string, and a host name in ASCII.
  /// Source: HTML, section 4.10.5.1.5, "valid e-mail address"; RFC 5321, section 4.1.2.
  public static func checkingEmail(_ text: String) -> FieldError? {
    if text.isEmpty { return .empty(.email) }
    if text.utf8.count > longestEmail {
      return FieldError(.email, "The e-mail is longer than \(longestEmail) characters.")
    }
    let name = #/[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*/#
    let host = #/([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?/#
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count <= 64, parts[0].wholeMatch(of: name) != nil,
      parts[1].wholeMatch(of: host) != nil
    else {
      let isForeign = parts.last?.contains { $0.isLetter && !$0.isASCII } == true
      return FieldError(
        .email,
        isForeign
          ? "The e-mail's domain has letters other than a to z. Write the form that begins with xn--."
          : "The e-mail is not an address like johnny@gmail.com.")
    }
    return nil
  }

  /// Returns why a mobile number is refused; `nil` when it is not.
  public static func checkingMobileNumber(_ text: String) -> FieldError? {
    if text.isEmpty { return .empty(.mobileNumber) }
    let digits = text.filter { ("0"..."9").contains($0) }
    // With the separators of RFC 3966, section 3, and of telephone books. No country code begins with 0.
    let isNumber = text.enumerated().allSatisfy { offset, character in
      "0123456789 -.()\u{A0}\u{202F}\u{2010}\u{2011}".contains(character)
        || (offset == 0 && character == "+" && digits.first != "0")
    }
    // Source of the longest: ITU-T E.164, section 6. The shortest in use has 7 digits with its country code.
    guard isNumber, (text.first == "+" ? 7 : 6)...15 ~= digits.count, text.count <= 40,
      digits.contains(where: { $0 != "0" })
    else {
      return FieldError(.mobileNumber, "The mobile number is not a number like +61 491 570 156.")
    }
    return nil
  }

  /// The longest name or nickname, in characters.
  static let longestName = 100

  /// Returns why a name or nickname is refused; `nil` when it is not.
  public static func checkingName(_ text: String, field: Field) -> FieldError? {
    if text.isEmpty { return .empty(field) }
    if text.count > longestName || text.utf8.count > 4 * longestName {
      return FieldError(field, "The \(field.label) is longer than \(longestName) characters.")
    }
    if text.containsInvisibleScalars {
      return FieldError(
        field, "The \(field.label) contains a control or invisible character. Remove it.")
    }
    return nil
  }
}
