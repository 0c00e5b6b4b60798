import Commands
import Terminal

/// One run of `koober-cloud`: reads the command line, runs the command, reports how it ended.
struct Program: Sendable {
  let dependency: AppDependency

  private static let advice = [
    "badFlags": "'koober-cloud flags lint FILE' names every problem."
  ]

  /// Runs a command line and returns the exit status.
  @MainActor
  func run(_ arguments: [String]) async -> Int32 {
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
