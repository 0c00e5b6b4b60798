extension FieldError {
  /// The longest name or nickname, in characters.
  static let longestName = 100
  /// The longest e-mail address, in bytes. Source: RFC 5321, section 4.5.3.1.3 (a path of 256
  /// octets with its two brackets).
  static let longestEmail = 254
  /// The fewest and most digits of a telephone number with its country code. Source: ITU-T E.164,
  /// section 6; the lower limit admits the shortest numbers in use.
  static let mobileNumberDigits = 6...15

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

  /// Returns why a normalized e-mail is refused; `nil` when it is not.
  public static func checkingEmail(_ text: String) -> FieldError? {
    if text.isEmpty { return .empty(.email) }
    if text.utf8.count > longestEmail {
      return FieldError(
        field: .email, message: "The e-mail is longer than \(longestEmail) characters.")
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = text.unicodeScalars.allSatisfy { !$0.isInvisible && !$0.properties.isWhitespace }
    guard parts.count == 2, !parts[0].isEmpty, isPlain, isHostName(parts[1]) else {
      return FieldError(
        field: .email, message: "The e-mail is not an address like johnny@gmail.com.")
    }
    return nil
  }

  private static func isHostName(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }

  /// Returns why a mobile number is refused; `nil` when it is not.
  public static func checkingMobileNumber(_ text: String) -> FieldError? {
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
}

extension String {
  /// Whether the text has scalars that could hide or reorder what a reader sees. Joiners and
  /// variation selectors are allowed where a script or an emoji needs them.
  public var containsInvisibleScalars: Bool {
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
