import Commands
import Core
public import Terminal

private let yes = Flag("yes", short: "y", help: "Do not ask before deleting.")
private let session = Argument<String>(
  "SESSION", help: "The beginning of a session's name in the list.")

extension Command where Context: SignedInContext {
  /// What becomes of the account.
  public static var account: Command {
    Command(
      "account",
      summary: "Change your profile or password, end sessions, take your data, or leave.",
      examples: [
        CommandExample("koober account sessions", "List where you are signed in."),
        CommandExample("koober account edit --nickname Ada", "Change how you are addressed."),
      ],
      subcommands: [
        .accountEdit, .accountPassword, .accountSessions, .accountRevoke, .accountExport,
        .accountDelete,
      ])
  }

  private static var accountSessions: Command {
    Command(
      "sessions", summary: "List where you are signed in, newest first.",
      discussion: "The day of the last use is exact to 24 hours.",
      examples: [CommandExample("koober account sessions --json", "Hand them to a program.")]
    ) { _, context in
      let remoteAPI = try await context.signedInContainer().makeAccountRemoteAPI()
      let sessions = try await context.showingActivity("Asking for your sessions") { _ in
        try await remoteAPI.sessions()
      }
      let names = context.console.names(of: sessions.map(\.id))
      try context.print(["sessions": sessions]) {
        try context.terminal.write(
          Table(
            columns: [
              Table.Column("Session", priority: 3, isWhole: true),
              Table.Column("Since", priority: 2, isWhole: true),
              Table.Column("Used", priority: 1, isWhole: true), Table.Column("Ends", isWhole: true),
              Table.Column("", priority: 4, isWhole: true),
            ],
            rows: zip(sessions, names).map { session, name in
              [
                Styled(name), Styled(Formatters.time(session.openedAt)),
                Styled(Formatters.time(session.usedAt)), Styled(Formatters.time(session.endsAt)),
                session.isCurrent ? "this one" : "",
              ]
            }))
      }
    }
  }

  private static var accountRevoke: Command {
    Command(
      "revoke", summary: "End another one of your sessions.",
      examples: [CommandExample("koober account revoke 3f2a", "End the session that begins so.")],
      parameters: [session]
    ) { values, context in
      let remoteAPI = try await context.signedInContainer().makeAccountRemoteAPI()
      let revoked = try await context.showingActivity("Ending the session") { _ in
        let named = try await remoteAPI.sessions().filter {
          !values[session].isEmpty && $0.id.rawValue.hasPrefix(values[session])
        }
        guard let found = named.first, named.count == 1 else {
          throw Problem(
            .noInput, code: "noSuchSession",
            message: named.isEmpty
              ? "None of your sessions begins with '\(values[session])'."
              : "\(named.count) of your sessions begin with '\(values[session])'.",
            hint: "List them with 'koober account sessions'.")
        }
        guard !found.isCurrent else {
          throw Problem(
            .usage, code: "currentSession", message: "This is the session that you are using.",
            hint: "'koober sign-out' ends it.")
        }
        try await remoteAPI.revokeSession(found.id)
        return found.id
      }
      try context.print(["revoked": revoked]) {
        try context.terminal.writeLine("The session '\(revoked.rawValue)' has ended.")
      }
    }
  }

  private static var accountExport: Command {
    Command(
      "export", summary: "Print everything that the cloud keeps of you, as JSON.",
      examples: [CommandExample("koober account export > koober.json", "Take your data along.")]
    ) { _, context in
      let remoteAPI = try await context.signedInContainer().makeAccountRemoteAPI()
      let document = try await context.showingActivity("Collecting your data") { _ in
        try await remoteAPI.export()
      }
      let json = try JSONCoding.encode(document, pretty: true)
      try context.terminal.write(String(decoding: json, as: UTF8.self) + "\n")
    }
  }

  private static var accountDelete: Command {
    Command(
      "delete", summary: "Delete your account with all that belongs to it.",
      discussion: """
        Your profile, rides, friendships and posts are deleted in the cloud, also from the inboxes \
        of your friends, and your current ride ends. This cannot be undone; 'koober account \
        export' keeps a copy for you.
        """,
      examples: [
        CommandExample(
          "koober account delete --yes --password-stdin < password.txt", "Leave from a script.")
      ],
      parameters: [yes, passwordStdin]
    ) { values, context in
      if !values[yes] { try context.requireTerminal(orPass: "--yes") }
      let container = try await context.signedInContainer()
      if !values[yes] {
        try context.terminal.writeErrorLine(
          "The account of \(container.session.profile.email) and all that belongs to it is deleted."
        )
        guard try await context.terminal.confirm("Delete it?", orPass: "--yes") else {
          throw Problem(
            .cancelled, code: "cancelled", message: "The account was not deleted.", hint: "")
        }
      }
      let prompts = AccountPrompts(
        terminal: context.terminal, passwordStdin: values[passwordStdin])
      let password = try await prompts.password()
      try await context.showingActivity("Deleting your account") { _ in
        try await container.deleteAccount(password: password)
      }
      try context.print(["deleted": true]) {
        try context.terminal.writeLine("Your account is deleted.")
      }
    }
  }
}
