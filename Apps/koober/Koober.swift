import Basics
import Cloud
import Console
import Core
import Glibc
import Terminal

/// The `koober` command.
///
/// It is private, like the real dependency below: a test can start ``Program`` with one of its own
/// and cannot name this one.
@main
private enum Koober {
  static func main() async {
    let arguments = ProgramStart.prepare()
    LocalTime.use()
    let program = Program(dependency: .resolve())
    exit(await program.run(Array(arguments.dropFirst())))
  }
}

/// Everything that the program gets from outside of itself; a test starts it with another one.
struct AppDependency: Sendable {
  let environment: [String: String]
  let wallClock: any WallClock
  /// Measures the time between two pictures of what moves on a screen.
  let screenClock: any Clock<Duration>
  let randomBytes: any RandomBytes
  /// How much work the embedded cloud puts into a password.
  let passwordHashing: PasswordHashingCost
  /// Opens the terminal with the chosen colors.
  var makeTerminal: @Sendable (ColorChoice) -> any Terminal

  /// Puts the real one together: the process, the machine's clock and its randomness.
  fileprivate static func resolve() -> AppDependency {
    let environment = EnvironmentVariables.all
    return AppDependency(
      environment: environment, wallClock: SystemWallClock(), screenClock: ContinuousClock(),
      randomBytes: SystemRandomBytes(),
      passwordHashing: .interactive,
      makeTerminal: { color in
        SystemTerminal(
          environment: environment, color: color, accessibleVariable: "KOOBER_ACCESSIBLE")
      })
  }
}

/// One run of `koober`: reads the command line, runs the command, reports how it ended.
struct Program: Sendable {
  let dependency: AppDependency

  private static let advice = [
    "cloudUnreachable": "'koober doctor' checks what works; --cloud chooses another cloud.",
    "outcomeUnknown":
      "'koober ride status', 'friends list' and 'account sessions' show what the cloud has.",
    "newerVersion": "KOOBER_HOME chooses another folder.",
    "notDriver": "'koober drive register' registers it.",
    "noShift": "'koober drive online' starts one.",
    "shiftOpen": "'koober drive offline' ends it.",
    "unintelligibleAnswer": "--cloud chooses another cloud.",
  ]

  /// The commands that work whatever is wrong with the configuration.
  private static let repairs = [
    ["doctor"], ["status"], ["config", "list"], ["flags", "unset"],
  ]
  /// The first words of the commands that say something without the rider's cloud, too.
  private static let local = ["doctor", "status", "config", "flags", "location"]

  @MainActor
  func run(_ arguments: [String]) async -> Int32 {
    let tree: CommandTree<CommandContext> =
      arguments == ["--version"] ? .versionOnly : .koober(dependency: dependency)
    let commandLine = tree.parse(arguments)
    let options = GlobalOptions(commandLine.globals)
    let terminal = dependency.makeTerminal(options.color)
    let console = options.console(on: terminal)
    return await tree.run(
      commandLine, on: console, advice: Self.advice, variables: dependency.environment
    ) { invocation in
      let container = AppContainer(
        dependency: dependency,
        configuration: try AppConfiguration(
          dependency, options: options, isRepair: Self.repairs.contains(invocation.path),
          needsCloud: !Self.local.contains(invocation.path.first ?? "")),
        terminal: terminal)
      if invocation.path != ["doctor"] {
        for problem in container.configurationProblems { container.report(problem) }
      }
      do {
        try await invocation.run(CommandContext(container: container))
      } catch {
        await container.experimentEvents.deliver(to: container.coreContainer.cloudClient)
        throw error
      }
      await container.experimentEvents.deliver(to: container.coreContainer.cloudClient)
    }
  }
}
