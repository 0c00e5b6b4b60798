import Commands
import Core
import Terminal

/// Collects what a rider has to give: from options, or by asking when there is a terminal.
struct Form {
  let context: CommandContext
  let passwordStdin: Bool

  /// Returns the option's value, or what the rider answers.
  mutating func value(
    _ given: String?, _ label: String, _ option: String
  ) async throws(PromptError) -> String {
    if let given { return given }
    return try await context.terminal.ask("\(label): ", orPass: option)
  }

  /// Returns the password of an account.
  func password() async throws -> Secret {
    if passwordStdin { return Secret(try context.terminal.readPassword()) }
    return Secret(
      try await context.terminal.askPassword("Password: ", orPass: "--password-stdin"))
  }

  /// Returns a new password; it is asked for twice, since nobody sees what is typed.
  func newPassword() async throws -> Secret {
    let password = try await password()
    guard !passwordStdin else { return password }
    let repeated = try await context.terminal.askPassword(
      "Password again: ", orPass: "--password-stdin")
    guard Secret(repeated) == password else {
      throw Problem(
        .usage, code: "passwordsDiffer", message: "The two passwords are not the same.",
        hint: "Type the same password twice.")
    }
    return password
  }
}
