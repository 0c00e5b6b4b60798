import Commands
import Core
import Terminal

/// Collects an account's values: from options, or by asking when there is a terminal.
struct AccountPrompts {
  let terminal: any Terminal
  let passwordStdin: Bool

  /// Returns the option's value, or what the rider answers.
  func value(
    _ given: String?, _ label: String, _ option: String
  ) async throws(PromptError) -> String {
    if let given { return given }
    return try await terminal.ask("\(label): ", orPass: option)
  }

  func password() async throws -> Secret {
    if passwordStdin { return Secret(try terminal.readPassword()) }
    return Secret(
      try await terminal.askPassword("Password: ", orPass: "--password-stdin"))
  }

  /// Returns a new password; it is asked for twice, since what is typed is not shown.
  func newPassword() async throws -> Secret {
    let password = try await password()
    guard !passwordStdin else { return password }
    let repeated = try await terminal.askPassword(
      "Password again: ", orPass: "--password-stdin")
    guard Secret(repeated) == password else {
      throw Problem(
        .usage, code: "passwordsDiffer", message: "The two passwords are not the same.",
        hint: "Type the same password twice.")
    }
    return password
  }
}
