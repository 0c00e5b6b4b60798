import Basics
import Cloud
import CloudServer
import Commands
import Core
import Glibc
import Terminal

/// The `koober-cloud` command.
@main private enum KooberCloud {
  static func main() async {
    let arguments = ProgramStart.prepare()
    let dependency = AppDependency.resolve()
    let status = await Program(dependency: dependency).run(Array(arguments.dropFirst()))
    // An audit event that could not be recorded would be lost in silence without its entry.
    dependency.log.flush(milliseconds: 1000)
    exit(status)
  }
}

extension AppDependency {
  /// Puts the real one together: the process, the machine's clock and its randomness.
  fileprivate static func resolve() -> AppDependency {
    let environment = EnvironmentVariables.all
    return AppDependency(
      environment: environment, wallClock: SystemWallClock(), randomBytes: SystemRandomBytes(),
      passwordHashing: .interactive, log: JSONLinesLog(), signals: { ProcessSignals() },
      makeTerminal: { color in
        SystemTerminal(
          environment: environment, color: color, accessibleVariable: "KOOBER_ACCESSIBLE")
      })
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
