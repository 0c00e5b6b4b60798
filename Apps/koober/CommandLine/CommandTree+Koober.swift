import Commands
import Core
import Terminal

/// The short help for who runs `koober` alone.
private let noCommand = Problem(
  .usage, code: "missingCommand",
  message: """
    What do you want to do?
      koober sign-up          open an account
      koober places search    find a place
      koober ride request     ask for a ride
      koober ride status      watch it
      koober share ride       share it with a friend
    """,
  hint: "Run 'koober help' for every command.")

extension CommandTree<CommandContext> {
  /// Every command of `koober`, with what all of them share.
  static func koober(dependency: AppDependency) -> CommandTree {
    koober(
      commands: [Feature].all.flatMap { $0.commands(dependency) } + [
        StatusCommand.status, OpenCommand.open, FlagCommands.flags,
        ConfigCommands.config, DoctorCommand.doctor,
      ])
  }

  /// The tree without a command, which is enough for the version, and quicker to make.
  static var versionOnly: CommandTree { koober(commands: []) }

  private static func koober(commands: [Command<CommandContext>]) -> CommandTree {
    CommandTree(
      name: "koober", version: ProgramVersion.text, date: ProgramVersion.date,
      summary: "Ride-hailing in the terminal: sign up, say where to go, watch your ride, share it.",
      discussion: "Without a command, on a terminal, koober is an application with screens.",
      examples: [
        CommandExample("koober", "Open the application."),
        CommandExample("koober sign-up --name 'Ada Lovelace' --email ada@example.org", "Join."),
        CommandExample(
          "koober ride request --to 'Opera House' --option wallabee", "Ask for a ride."),
        CommandExample("koober ride status --watch", "Watch it arrive."),
      ],
      globalOptions: GlobalOptions.all,
      environment: HelpEntry.kooberVariables + HelpEntry.commonVariables,
      files: HelpEntry.kooberFiles,
      keys: HelpEntry.kooberKeys,
      exitStatuses: ExitStatus.table,
      synonyms: ["login": "sign-in", "logout": "sign-out", "opts": "options"],
      commands: commands,
      run: { _, context in
        guard context.canShowScreens else { throw noCommand }
        try await Application(container: context.container).run()
      })
  }
}
