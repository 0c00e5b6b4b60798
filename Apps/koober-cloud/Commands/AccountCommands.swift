import Cloud
import Commands
import Core
import FoundationEssentials
import Terminal

enum AccountCommands {
  private static let email = Argument<String>("EMAIL", help: "The e-mail of the account.")

  static let accounts = Command<CommandContext>(
    "accounts", summary: "Help riders into their accounts.",
    examples: [
      CommandExample("koober-cloud accounts reset ada@example.org", "Help who forgot a password.")
    ],
    subcommands: [reset])

  private static let reset = Command<CommandContext>(
    "reset", summary: "Make a one-time code with which a rider sets a new password.",
    discussion: """
      The code is valid for an hour and for one password; a second one makes the first void. Make \
      sure that you give it to the owner of the account, who uses it with 'koober reset-password'. \
      The database has only a hash of it.
      """,
    examples: [CommandExample("koober-cloud accounts reset ada@example.org", "Print a code.")],
    parameters: [email, DatabaseOption.database]
  ) { values, context in
    let resets = try context.cloud(values).makePasswordResets()
    guard let reset = try await resets.createCode(for: values[email]) else {
      throw Problem(
        .noInput, code: "noSuchAccount",
        message: "No account has the e-mail '\(values[email])'.", hint: "Check the e-mail.")
    }
    let expiry = reset.expiresAt.formatted(.iso8601)
    try context.print(ResetDocument(code: reset.code, expiresAt: reset.expiresAt)) {
      try context.note("Valid until \(expiry), once, with 'koober reset-password':")
      try context.terminal.writeLine(Styled(reset.code.revealed))
    }
  }
}

private struct ResetDocument: Encodable {
  let code: Secret
  let expiresAt: Date
}
