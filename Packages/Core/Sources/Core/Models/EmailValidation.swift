extension FieldError {
  /// The longest e-mail address, in bytes. Source: RFC 5321, section 4.5.3.1.3 (a path of 256
  /// octets with its two brackets).
  static let longestEmail = 254

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
}
