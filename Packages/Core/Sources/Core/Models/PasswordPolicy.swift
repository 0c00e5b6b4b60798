import Basics

extension FieldError {
  /// The fewest characters of a new password. Source: NIST SP 800-63B, section 5.1.1.1.
  static let shortestPassword = 8
  /// The length of a new password, for the field where it is typed.
  public static let passwordLength = "\(shortestPassword) characters or more"
  /// The longest password, in bytes; keeps the work of hashing bounded.
  static let longestPassword = 1024

  /// Words that guessing begins with. Source of the demand: NIST SP 800-63B, section 5.1.1.2.
  private static let commonWords = [
    "147258369", "1q2w3e4r", "1qaz2wsx", "baseball", "computer", "dragon", "football", "iloveyou",
    "internet", "jennifer", "koober", "letmein", "michelle", "p@ssw0rd", "passw0rd", "password",
    "pass", "princess", "q1w2e3r4", "starwars", "sunshine", "superman", "trustno", "welcome",
    "whatever", "zaq12wsx",
  ]
  private static let keyboardRows = "1234567890 qwertyuiop qwertzuiop asdfghjkl zxcvbnm"

  /// Whether a password is hardly more than a known word, a sequence or a repetition; same source.
  private static func isGuessable(_ password: String, of owner: [String]) -> Bool {
    let word = password.lowercased().filter { !$0.isWhitespace }
    if Set(word).count < 4 { return true }
    let surprises = zip(word.unicodeScalars, word.unicodeScalars.dropFirst()).count { one, next in
      abs(Int(one.value) - Int(next.value)) > 1
        && !keyboardRows.contains("\(one)\(next)") && !keyboardRows.contains("\(next)\(one)")
    }
    if surprises * 4 < word.count { return true }
    let own = owner.map { $0.lowercased() }.flatMap { text in
      [text.filter { !$0.isWhitespace }]
        + text.split { $0.isWhitespace || $0 == "@" }.map(String.init)
    }
    let rest = (own.filter { $0.count > 2 } + commonWords).sorted { $0.count > $1.count }
      .reduce(word) { $0.replacing($1, with: "") }
    return rest.count < word.count && (rest.count < 4 || !rest.contains(where: \.isLetter))
  }

  /// Returns why a new password is refused; `nil` when it is not.
  ///
  /// - Parameters:
  ///   - password: The password as it was typed.
  ///   - owner: The names and the e-mail of the rider, which are guessed first.
  public static func checkingNewPassword(_ password: Secret, of owner: [String] = []) -> FieldError?
  {
    let text = password.revealed
    if text.isEmpty { return .empty(.password) }
    if text.count < shortestPassword {
      return FieldError(
        .password,
        "The password is shorter than \(shortestPassword) characters. Choose a longer one.")
    }
    if text.utf8.count > longestPassword {
      return FieldError(.password, "The password is longer than \(longestPassword) bytes.")
    }
    if text.trimmingBlanks.isEmpty {
      return FieldError(.password, "The password consists of blanks only. Choose another one.")
    }
    if isGuessable(text, of: owner) {
      return FieldError(
        .password,
        """
        The password is one of those that are guessed first, as common words, rows of keys and \
        your own name are. Choose another one.
        """)
    }
    return nil
  }
}
