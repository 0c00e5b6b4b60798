import Console
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

extension HelpEntry {
  /// The variables that only `koober` reads.
  fileprivate static let kooberVariables = [
    HelpEntry("KOOBER_CLOUD", "The cloud to use: 'embedded' or its address."),
    HelpEntry(
      "KOOBER_CLOUD_CA", "A file with the certificates to trust, in PEM form; ignored if empty."),
    HelpEntry(
      "KOOBER_INSECURE_HTTP", "Set to 1 to allow http to another machine, as --insecure-http does."),
    HelpEntry("KOOBER_OSRM", "The address of OSRM, which plans the embedded cloud's routes."),
    HelpEntry("KOOBER_EXPERIMENTS", "'off' records nothing for experiments; see 'koober config'."),
    HelpEntry("KOOBER_ALERTS", "'off' keeps the bell quiet; see 'koober config'."),
    HelpEntry("KOOBER_FLAGS", "Variants of flags: KEY=VARIANT,KEY=VARIANT."),
  ]

  /// The files of `koober` without `KOOBER_HOME`.
  fileprivate static let kooberFiles = [
    HelpEntry("$XDG_CONFIG_HOME/koober/cloud.json", "The chosen cloud."),
    HelpEntry("$XDG_CONFIG_HOME/koober/location.json", "The rider's location."),
    HelpEntry("$XDG_CONFIG_HOME/koober/flags.json", "The chosen variants of flags."),
    HelpEntry("$XDG_CONFIG_HOME/koober/settings.json", "The settings of 'koober config'."),
    HelpEntry("$XDG_DATA_HOME/koober/places.json", "The places that riders have named."),
    HelpEntry("$XDG_DATA_HOME/koober/cloud/", "The embedded cloud and its flags."),
    HelpEntry(
      "$XDG_STATE_HOME/koober/session/", "The session of each cloud; only its owner reads it."),
    HelpEntry("$XDG_STATE_HOME/koober/installation", "A random identifier of this installation."),
    HelpEntry(
      "$XDG_STATE_HOME/koober/experiment-events*.jsonl", "Events that a cloud does not have yet."),
    HelpEntry("$XDG_CACHE_HOME/koober/clouds/", "Copies of the flags of clouds."),
  ]

  /// The keys of the application; each screen names those that it has.
  fileprivate static let kooberKeys = [
    HelpEntry("Up, Down, Home, End, PageUp, PageDown", "Move in a list."),
    HelpEntry("Letters", "Narrow a list, or do what the screen's last lines say."),
    HelpEntry("Enter", "Choose, go on, or send."),
    HelpEntry("Tab, Shift-Tab", "Go to the next or the last field."),
    HelpEntry("Esc", "Go back; on the first screen, quit."),
    HelpEntry("f, i, r", "Friends, inbox and rides, where no text is typed."),
    HelpEntry("s, c", "Share or cancel the ride that is shown."),
    HelpEntry("Ctrl-P", "Your profile."), HelpEntry("Ctrl-R", "Try again, or ask anew."),
    HelpEntry("q", "Quit, where no text is typed."),
    HelpEntry("Ctrl-C, Ctrl-Z", "Quit or stop from everywhere; 'fg' goes on."),
  ]
}
