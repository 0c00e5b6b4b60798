import Basics

/// An invalid field of the sign-in or sign-up form.
public struct FieldError: Codable, Error, Hashable, Sendable {
  /// The fields of the forms, by the names that the contract uses.
  public enum Field: String, Codable, Sendable {
    case name, nickname, email, mobileNumber, password

    /// The field's name for people, in the middle of a sentence.
    public var label: String {
      switch self {
      case .name: "full name"
      case .nickname: "nickname"
      case .email: "e-mail"
      case .mobileNumber: "mobile number"
      case .password: "password"
      }
    }
  }

  public let field: Field
  /// The error and what to type instead; never the password.
  public let message: String

  /// The error of an empty field.
  public static func empty(_ field: Field) -> FieldError {
    FieldError(
      field: field, message: "The \(field.label) is empty. Type your \(field.label).")
  }
}

extension FieldError {
  /// The longest name or nickname, in characters.
  static let longestName = 100
  /// The longest e-mail address, in bytes. Source: RFC 5321, section 4.5.3.1.3 (a path of 256
  /// octets with its two brackets).
  static let longestEmail = 254
  /// The fewest and most digits of a telephone number with its country code. Source: ITU-T E.164,
  /// section 6; the lower limit admits the shortest numbers in use.
  static let mobileNumberDigits = 6...15
  /// The fewest characters of a new password. Source: NIST SP 800-63B, section 5.1.1.1.
  static let shortestPassword = 8
  /// The longest password, in bytes; keeps the work of hashing bounded.
  static let longestPassword = 1024

  /// Passwords of 8 characters and more that are refused: sequences, keyboard rows and words that
  /// guessing begins with. Why there is a list: NIST SP 800-63B, section 5.1.1.2.
  static let commonPasswords: Set<String> = [
    "00000000", "11111111", "11223344", "12341234", "123123123", "12344321", "12345678",
    "123456789", "1234567890", "147258369", "1q2w3e4r", "1q2w3e4r5t", "1qaz2wsx", "87654321",
    "88888888", "987654321", "aa123456", "abc12345", "abcd1234", "asdfghjkl", "baseball",
    "computer", "dragon123", "football", "iloveyou", "internet", "jennifer", "letmein1", "michelle",
    "p@ssw0rd", "pass1234", "passw0rd", "password", "password1", "password123", "princess",
    "q1w2e3r4", "qwer1234", "qwerty12", "qwerty123", "qwertyui", "qwertyuiop", "starwars",
    "sunshine", "superman", "trustno1", "welcome1", "welcome123", "whatever", "zaq12wsx",
  ]

  static func checkingName(_ text: String, field: Field) -> FieldError? {
    if text.isEmpty { return .empty(field) }
    if text.count > longestName || text.utf8.count > 4 * longestName {
      return FieldError(
        field: field, message: "The \(field.label) is longer than \(longestName) characters.")
    }
    if text.containsInvisibleScalars {
      return FieldError(
        field: field,
        message: "The \(field.label) contains a control or invisible character. Remove it.")
    }
    return nil
  }

  static func checkingEmail(_ text: String) -> FieldError? {
    if text.isEmpty { return .empty(.email) }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = text.unicodeScalars.allSatisfy { !$0.isInvisible && !$0.properties.isWhitespace }
    guard parts.count == 2, !parts[0].isEmpty, isPlain, isHostName(parts[1]),
      text.utf8.count <= longestEmail
    else {
      return FieldError(
        field: .email, message: "The e-mail is not an address like johnny@gmail.com.")
    }
    return nil
  }

  private static func isHostName(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }

  static func checkingMobileNumber(_ text: String) -> FieldError? {
    if text.isEmpty { return .empty(.mobileNumber) }
    let digits = text.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    let isNumber = text.enumerated().allSatisfy { offset, character in
      "0123456789 -()".contains(character) || (offset == 0 && character == "+")
    }
    guard isNumber, mobileNumberDigits.contains(digits), text.utf8.count <= 40 else {
      return FieldError(
        field: .mobileNumber,
        message: "The mobile number is not a number like +61 491 570 156.")
    }
    return nil
  }

  static func checkingNewPassword(_ password: Secret) -> FieldError? {
    let text = password.revealed
    if text.isEmpty { return .empty(.password) }
    if text.count < shortestPassword {
      return FieldError(
        field: .password,
        message: "The password is shorter than \(shortestPassword) characters. Choose a longer one."
      )
    }
    if text.utf8.count > longestPassword {
      return FieldError(
        field: .password, message: "The password is longer than \(longestPassword) bytes.")
    }
    let word = text.trimmingBlanks.lowercased()
    if word.isEmpty {
      return FieldError(
        field: .password, message: "The password consists of blanks only. Choose another one.")
    }
    if commonPasswords.contains(word) {
      return FieldError(
        field: .password,
        message: "The password is one of those that are guessed first. Choose another one.")
    }
    return nil
  }
}

extension String {
  /// Whether the text has scalars that could hide or reorder what a reader sees. Joiners and
  /// variation selectors are allowed where a script or an emoji needs them.
  fileprivate var containsInvisibleScalars: Bool {
    let scalars = Array(unicodeScalars)
    return scalars.indices.contains { index in
      guard scalars[index].isInvisible else { return false }
      guard index > 0 else { return true }
      switch scalars[index] {
      case "\u{200C}", "\u{200D}":
        return index + 1 == scalars.count || !scalars[index - 1].takesJoiner
          || !scalars[index + 1].takesJoiner
      case "\u{FE0E}", "\u{FE0F}": return !scalars[index - 1].properties.isEmoji
      default: return true
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control (C0, C1), a line or paragraph separator, a mark of direction,
  /// or another scalar that is not drawn.
  fileprivate var isInvisible: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether a joiner may stand beside the scalar: a letter or mark of the scripts from Hebrew to
  /// the Vedic extensions, or a part of an emoji.
  fileprivate var takesJoiner: Bool {
    let isShaped =
      properties.isAlphabetic || properties.generalCategory == .nonspacingMark
    return (0x0590...0x1CFF).contains(value)
      ? isShaped
      : !isASCII && properties.isEmoji
        || value == 0xFE0F
  }
}
