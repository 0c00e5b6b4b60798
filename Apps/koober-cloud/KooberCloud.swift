import Basics
import Cloud
import CloudServer
import Console
import Core
import Glibc
import Terminal

/// The `koober-cloud` command.
@main private enum KooberCloud {
  static func main() async {
    let arguments = ProgramStart.prepare()
    let environment = EnvironmentVariables.all
    let dependency = AppDependency(
      environment: environment, wallClock: SystemWallClock(), randomBytes: SystemRandomBytes(),
      passwordHashing: .interactive, log: JSONLinesLog(), signals: { ProcessSignals() },
      makeTerminal: {
        SystemTerminal(environment: environment, color: $0, accessibleVariable: "KOOBER_ACCESSIBLE")
      })
    let status = await Program(dependency: dependency).run(Array(arguments.dropFirst()))
    // An audit event that could not be recorded would be lost in silence without its entry.
    dependency.log.flush(milliseconds: 1000)
    exit(status)
  }
}

/// Everything that the program gets from outside of itself; a test starts it with another one.
struct AppDependency: Sendable {
  let environment: [String: String]
  let wallClock: any WallClock
  let randomBytes: any RandomBytes
  /// How much work the cloud puts into a password.
  let passwordHashing: PasswordHashingCost
  /// Where a server writes what happens.
  let log: any ServerLog
  /// Starts to watch for signals while the program serves.
  let signals: @Sendable () -> any ServerSignals
  /// Opens the terminal with the chosen colors.
  let makeTerminal: @Sendable (ColorChoice) -> any Terminal

  /// Writes an error of the server to its log.
  func logError(_ message: String, cause: String) {
    log.write(ServerLogEntry(time: wallClock.now, level: .error, message: message, cause: cause))
  }
}

/// One run of `koober-cloud`: reads the command line, runs the command, reports how it ended.
struct Program: Sendable {
  let dependency: AppDependency

  private static let advice = ["badFlags": "'koober-cloud flags lint FILE' names every problem."]

  @MainActor func run(_ arguments: [String]) async -> Int32 {
    let tree = CommandTree.kooberCloud
    let commandLine = tree.parse(arguments)
    let options = commandLine.globals
    let console = CommandConsole(
      terminal: dependency.makeTerminal(options[CommonOptions.color]),
      format: options[CommonOptions.output], isQuiet: options[CommonOptions.quiet])
    return await tree.run(
      commandLine, on: console, advice: Self.advice, variables: dependency.environment
    ) { invocation in
      try await invocation.run(CommandContext(dependency: dependency, console: console))
    }
  }
}

extension CommandTree<CommandContext> {
  /// Every command of `koober-cloud`, with what all of them share.
  static var kooberCloud: CommandTree {
    CommandTree(
      name: "koober-cloud", version: ProgramVersion.text, date: ProgramVersion.date,
      summary: "Koober Cloud for many riders: one contract over HTTP, on SQLite or PostgreSQL.",
      discussion: """
        Without --database the cloud of this machine's user is served, the same that koober uses \
        when it is not told another one.
        """,
      examples: [
        CommandExample("koober-cloud serve", "Serve the cloud of this machine's user."),
        CommandExample(
          "koober-cloud serve --database postgresql://koober@db.example/koober",
          "Serve riders from a database that other servers share."),
        CommandExample("koober-cloud doctor", "Find out what is missing."),
      ],
      globalOptions: [CommonOptions.output, CommonOptions.color, CommonOptions.quiet],
      environment: [
        HelpEntry(DatabaseAddress.variable, "The database, with its password if it has one."),
        HelpEntry("VISUAL", "The editor of 'flags edit'; else EDITOR, else vi."),
        HelpEntry("PGPASSWORD", "The password of a PostgreSQL database."),
        HelpEntry("PGPASSFILE", "The file of passwords of PostgreSQL databases."),
        HelpEntry(ServeOptions.metricsTokenVariable, "The bearer token that /metrics requires."),
        HelpEntry(
          ServeOptions.evaluationTokenVariable,
          "The token that /ofrep requires; none is open to all."),
      ] + HelpEntry.commonVariables,
      files: [HelpEntry("$XDG_DATA_HOME/koober/cloud/", "The cloud of this machine's user.")],
      exitStatuses: ExitStatus.table,
      commands: [
        ServeCommand.serve, DatabaseCommands.migrate, DatabaseCommands.backup,
        DatabaseCommands.restore, DatabaseCommands.check, ServeCommand.openAPI,
        PlaceCommands.places, FlagCommands.flags, ExperimentCommands.experiments,
        AdminTokenCommands.adminTokens, AccountCommands.accounts, DriverCommands.drivers,
        AuditCommand.audit,
        SimulateCommand.simulate, DoctorCommand.doctor,
      ])
  }
}
