import Basics
import Glibc
import Terminal

/// The `mono` command.
@main
enum Main {
  static func main() async {
    ProcessTree.endOnInterrupts()
    let terminal = SystemTerminal(
      environment: EnvironmentVariables.all, color: .auto, accessibleVariable: "MONO_ACCESSIBLE")
    exit(await Program(terminal: terminal).run(Array(CommandLine.arguments.dropFirst())))
  }
}

/// One run of `mono`: reads the command line, runs the command, reports how it ended.
struct Program {
  let terminal: any Terminal
  var cacheFolder = Session.defaultCacheFolder

  /// Runs a command line and returns the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    let tree = CommandTree<CommandContext>.mono
    let own = Array(arguments.prefix { $0 != "--" })
    let commandLine = tree.parse(own)
    let context = CommandContext(
      commandLine.globals, terminal: terminal,
      passedOn: Array(arguments.dropFirst(own.count + 1)), cacheFolder: cacheFolder)
    do {
      switch commandLine.request {
      case .run(let invocation): try await invocation.run(context)
      case .print(let page):
        let text = tree.text(of: page, width: terminal.capabilities.size.columns)
        try context.answer(["text": text], text: text)
      case .complete(let request): try terminal.write(await tree.completions(for: request))
      case .usageError(let error): throw error
      }
      try terminal.flush()
      return 0
    } catch {
      return end(error, isJSON: context.isJSON)
    }
  }

  /// Reports why a run ended; a standard error that cannot be written leaves only the status.
  private func end(_ error: any Error, isJSON: Bool) -> Int32 {
    let found: MonoError
    switch error {
    case is NegativeResultError:
      do { try terminal.flush() } catch { return 70 }
      return 1
    case TerminalError.closedPipe: return 0
    case let error as MonoError: found = error
    case let error as UsageError: found = .usage(error.message, hint: error.hint)
    case is FileError, is TerminalError:
      found = .failure("\(error)", hint: "Check the path, its permissions and the disk.")
    default:
      found = .failure("\(error)", hint: "Please report this with the command that you ran.")
    }
    if isJSON {
      let error = ["code": "\(found.kind)", "message": found.message, "hint": found.hint]
      try? terminal.writeError(JSON(encoding: ["error": error]).compact + "\n")
      return found.exitStatus
    }
    let lines = (found.message + "\n" + found.hint).split(separator: "\n").map {
      Styled(String($0))
    }
    try? terminal.writeErrorLine("\("mono:", .error) \(lines.first ?? "")")
    for line in lines.dropFirst() { try? terminal.writeErrorLine(line) }
    return found.exitStatus
  }
}

/// The command has said what it found, and that is not good: exit status 1.
struct NegativeResultError: Error {}
