import Cloud
import CloudStore
import Console
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

/// Commands for the tokens with which administrators call the API.
enum AdminTokenCommands {
  private static let name = Argument<String>("NAME", help: "Who or what uses the token.")
  private static let days = Option(
    "days", kind: .range(1...3650).named("N"), default: 90, help: "How long the token lasts.")

  static let adminTokens = Command<CommandContext>(
    "admin-tokens", summary: "Make and revoke the tokens of administrators.",
    discussion: """
      With such a token one may replace the definitions of flags (PUT /flags) and read what \
      experiments say (GET /experiments). The database has only hashes of them.
      """,
    examples: [CommandExample("koober-cloud admin-tokens list", "List the tokens.")],
    subcommands: [create, list, revoke])

  private static let create = Command<CommandContext>(
    "create", summary: "Make a token and print it; it is never shown again.",
    examples: [
      CommandExample(
        "koober-cloud admin-tokens create ada --days 30 > token", "Keep a token in a file.")
    ],
    parameters: [name, days, DatabaseOption.database]
  ) { values, context in
    let (token, secret) = try await context.cloud(values).makeAdminTokenKeeper().create(
      name: values[name], lifetime: Double(values[days]) * 24 * 3600)
    try context.print(CreatedDocument(adminToken: token, token: secret)) {
      try context.note("'\(token.name)' may use this until \(token.expiry):")
      try context.terminal.writeLine(Styled(secret.revealed))
    }
  }

  private static let list = Command<CommandContext>(
    "list", summary: "List the tokens' names and how long they last.",
    examples: [CommandExample("koober-cloud admin-tokens list", "List them.")],
    parameters: [DatabaseOption.database]
  ) { values, context in
    let tokens = try await context.cloud(values).makeAdminTokenKeeper().list()
    try context.print(
      ["adminTokens": tokens],
      table: Table(
        columns: [Table.Column("Name", priority: 1), Table.Column("Expires", isWhole: true)],
        rows: tokens.map { [Styled($0.name), Styled($0.expiry)] }),
      ifEmpty: "There are no tokens.")
  }

  private static let revoke = Command<CommandContext>(
    "revoke", summary: "Make a token useless, at once and for every server.",
    examples: [CommandExample("koober-cloud admin-tokens revoke ada", "Revoke a token.")],
    parameters: [name, DatabaseOption.database]
  ) { values, context in
    try await context.cloud(values).makeAdminTokenKeeper().revoke(name: values[name])
    try context.print(["revoked": values[name]], line: "The token '\(values[name])' is revoked.")
  }
}

extension AdminToken {
  fileprivate var expiry: String { expiresAt.formatted(.iso8601) }
}

private struct CreatedDocument: Encodable {
  let adminToken: AdminToken
  let token: Secret
}
