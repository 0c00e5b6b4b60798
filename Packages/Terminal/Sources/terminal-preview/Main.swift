import FoundationEssentials
import Glibc
import Terminal

/// Shows what the package can do, on a real terminal; tests run it on pseudo-terminals and pipes.
@main
struct Main {
  static func main() async {
    let tree = PreviewCommands.tree
    let parsed = tree.parse(Array(CommandLine.arguments.dropFirst()))
    let terminal = SystemTerminal(
      environment: ProcessInfo.processInfo.environment,
      color: parsed.globals[PreviewCommands.color], accessibleVariable: "TERMINAL_ACCESSIBLE")
    exit(await run(parsed.request, of: tree, on: terminal))
  }

  private static func run(
    _ request: ParsedCommandLine<SystemTerminal>.Request, of tree: CommandTree<SystemTerminal>,
    on terminal: SystemTerminal
  ) async -> Int32 {
    do {
      switch request {
      case .run(let invocation): try await invocation.run(terminal)
      case .print(let page):
        try terminal.write(tree.text(of: page, width: terminal.capabilities.size.columns))
      case .complete(let request): try terminal.write(await tree.completions(for: request))
      case .usageError(let error): throw error
      }
      try terminal.flush()
      return 0
    } catch TerminalError.closedPipe {
      return 0
    } catch {
      return report(error, on: terminal)
    }
  }

  private static func report(_ error: any Error, on terminal: SystemTerminal) -> Int32 {
    // When even the error stream cannot be written, the exit status is all that is left.
    try? terminal.writeErrorLine("\("error:", .error) \(String(describing: error))")
    switch error {
    case is UsageError, PromptError.noTerminal: return UsageError.exitStatus
    case PromptError.interrupted: return 130
    case is TerminalError: return 74
    default: return 1
    }
  }
}
