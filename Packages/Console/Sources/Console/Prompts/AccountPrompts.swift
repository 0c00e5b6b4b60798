public import Core
public import Terminal

/// Collects an account's values: from options, or by asking when there is a terminal.
///
/// An invalid answer is asked for again; an invalid option is not.
public struct AccountPrompts {
  private static let attempts = 5

  private let terminal: any Terminal
  private let passwordStdin: Bool

  /// Creates the prompts of one command.
  ///
  /// - Parameters:
  ///   - terminal: Where to ask.
  ///   - passwordStdin: Whether passwords are read from the standard input; where that is a
  ///     terminal, they are asked for like any other.
  public init(terminal: any Terminal, passwordStdin: Bool) {
    (self.terminal, self.passwordStdin) = (terminal, passwordStdin)
  }

  /// Returns the option's value, or what the rider answers.
  ///
  /// - Parameters:
  ///   - given: The option's value.
  ///   - label: The name of the value.
  ///   - option: The option for the answer without a terminal.
  ///   - check: Returns why a typed value is refused.
  public func value(
    _ given: String?, _ label: String, _ option: String,
    check: (String) -> FieldError? = { _ in nil }
  ) async throws -> String {
    if let given { return given }
    return try await asking(check) {
      () async throws in try await terminal.ask("\(label): ", orPass: option)
    }
  }

  /// Returns the rider's password.
  public func password() async throws -> Secret {
    if readsInput { return Secret(try terminal.readPassword()) }
    return try await ask("Password: ")
  }

  /// Returns a new password; it is asked for twice, since what is typed is not shown.
  public func newPassword() async throws -> Secret {
    readsInput ? Secret(try terminal.readPassword()) : try await askNewPassword()
  }

  /// Returns a secret of one line, such as a password or a code, and a new password; from the
  /// standard input as two lines.
  public func secretAndNewPassword(_ label: String) async throws -> (secret: Secret, new: Secret) {
    guard readsInput else { return (try await ask("\(label): "), try await askNewPassword()) }
    let lines = try terminal.readPassword().split(
      maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.count == 2 else {
      throw Problem(
        .usage, code: "missingLine", message: "The standard input has one line.",
        hint: "Write the \(label.lowercased()) on the first line, the new password on the second.")
    }
    return (Secret(String(lines[0])), Secret(String(lines[1])))
  }

  /// Whether passwords come from a pipe or a file. What is typed at a terminal would be shown there,
  /// and end only with Ctrl-D.
  private var readsInput: Bool { passwordStdin && !terminal.capabilities.inputIsTerminal }

  private func ask(_ prompt: String) async throws(PromptError) -> Secret {
    passwordStdin
      ? Secret(try await terminal.readLine(prompt: prompt, isHidden: true))
      : Secret(try await terminal.ask(prompt, orPass: "--password-stdin", isHidden: true))
  }

  private func askNewPassword() async throws -> Secret {
    for _ in 1..<Self.attempts {
      let typed = try await asking({ FieldError.checkingNewPassword(Secret($0)) }) {
        () async throws in
        try await ask("New password, \(FieldError.passwordLength): ").revealed
      }
      if try await ask("Once more: ").revealed == typed { return Secret(typed) }
      try terminal.writeErrorLine("The two passwords are not the same. Type one twice.")
    }
    throw Problem(
      .usage, code: "passwordsDiffer", message: "The two passwords are not the same.",
      hint: "Type the same password twice.")
  }

  private func asking(
    _ check: (String) -> FieldError?, _ question: () async throws -> String
  ) async throws -> String {
    for _ in 1..<Self.attempts {
      let answer = try await question()
      guard let problem = check(answer) else { return answer }
      try terminal.writeErrorLine(Styled(problem.message))
    }
    // A value that is still invalid is refused with the others later.
    return try await question()
  }
}
