import Basics

extension FieldError {
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

  /// Returns why a new password is refused; `nil` when it is not.
  public static func checkingNewPassword(_ password: Secret) -> FieldError? {
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
