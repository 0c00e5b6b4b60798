import Console
import Core
import RideUI
public import Terminal

private let fullName = Option<String?>("name", help: "Your full name.")
private let nickname = Option<String?>("nickname", help: "How you want to be addressed.")
private let email = Option<String?>(
  "email", help: "Your e-mail address; it needs your password, too.")
private let phone = Option<String?>("phone", help: "Your mobile number.")
private let passwordStdin = Flag(
  "password-stdin", help: "Read the password from the standard input.")
private let passwordsStdin = Flag(
  "password-stdin", help: "Read the password and the new one, a line each, from standard input.")
private let yes = Flag("yes", short: "y", help: "Do not ask before deleting.")
private let session = Argument<String>(
  "SESSION", help: "The beginning of a session's name in the list.")

extension Command where Context: SignedInContext {
  /// Everything about the account.
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
      discussion: "The day of the last use is exact to \(SessionSummary.hoursOfUse) hours.",
      examples: [CommandExample("koober account sessions --json", "Hand them to a program.")]
    ) { _, context in
      let remoteAPI = try await context.signedInContainer().accountRemoteAPI
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
      let remoteAPI = try await context.signedInContainer().accountRemoteAPI
      let revoked = try await context.showingActivity("Ending the session") { _ in
        let found = try await remoteAPI.sessions()
          .only(beginningWith: values[session], \.id, of: "of your sessions")
        guard let found else {
          throw Problem(
            .noInput, code: "noSuchSession",
            message: "None of your sessions begins with '\(values[session])'.",
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
      try context.print(["revoked": revoked], line: "The session '\(revoked.rawValue)' has ended.")
    }
  }

  private static var accountExport: Command {
    Command(
      "export", summary: "Print everything that the cloud keeps of you, as JSON.",
      examples: [CommandExample("koober account export > koober.json", "Take your data along.")]
    ) { _, context in
      let remoteAPI = try await context.signedInContainer().accountRemoteAPI
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
      let prompts = AccountPrompts(terminal: context.terminal, passwordStdin: values[passwordStdin])
      let password = try await prompts.password()
      try await context.showingActivity("Deleting your account") { _ in
        try await container.accountRemoval.perform(password: password)
      }
      try context.print(["deleted": true], line: "Your account is deleted.")
    }
  }

  private static var accountEdit: Command {
    Command(
      "edit", summary: "Change your profile.",
      examples: [
        CommandExample("koober account edit --phone 0491570157", "Change your mobile number.")
      ],
      parameters: [fullName, nickname, email, phone, passwordStdin]
    ) { values, context in
      let dependencies = try await context.signedInContainer().dependencies
      let current = dependencies.session.profile
      var change = ProfileChange(current)
      if let typed = values[fullName] { change.name = typed }
      if let typed = values[nickname] { change.nickname = typed }
      if let typed = values[email] { change.email = typed }
      if let typed = values[phone] { change.mobileNumber = typed }
      guard change != ProfileChange(current) else {
        throw Problem(
          .usage, code: "nothingToChange", message: "Nothing is to be changed.",
          hint: "Pass --name, --nickname, --email or --phone.")
      }
      if let problem = change.problems.first {
        throw Problem(.usage, code: "invalidField", message: problem.message, hint: "")
      }
      if change.normalized.email != current.email {
        change.password = try await AccountPrompts(
          terminal: context.terminal, passwordStdin: values[passwordStdin]
        ).password()
      }
      let session = try await context.showingActivity("Changing your profile") { [change] _ in
        try await dependencies.userSessionRepository.changeProfile(change, of: dependencies.session)
      }
      try context.print(profile: session.profile)
    }
  }

  private static var accountPassword: Command {
    Command(
      "password", summary: "Change your password; your other sessions end.",
      examples: [
        CommandExample("koober account password", "Type the old one and the new one."),
        CommandExample(
          "koober account password --password-stdin < passwords.txt", "Change it from a script."),
      ],
      parameters: [passwordsStdin]
    ) { values, context in
      let remoteAPI = try await context.signedInContainer().accountRemoteAPI
      let (current, new) = try await AccountPrompts(
        terminal: context.terminal, passwordStdin: values[passwordsStdin]
      ).secretAndNewPassword("Password")
      if let problem = FieldError.checkingNewPassword(new) {
        throw Problem(.usage, code: "invalidField", message: problem.message, hint: "")
      }
      try await context.showingActivity("Changing your password") { _ in
        try await remoteAPI.changePassword(PasswordChange(current: current, new: new))
      }
      try context.print(
        ["changed": true], line: "Your password is changed; your other sessions have ended.")
    }
  }
}
