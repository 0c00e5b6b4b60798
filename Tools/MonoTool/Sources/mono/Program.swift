import Basics
import Glibc
import Terminal

/// The `mono` command.
@main
enum Main {
  static func main() async {
    let temporaryFiles = TemporaryFiles.keepTogether()
    if let temporaryFiles { InterruptCleanup.remove(temporaryFiles.path) }
    ProcessTree.endOnInterrupts()
    let program = Program { color in
      SystemTerminal(
        environment: EnvironmentVariables.all, color: color,
        accessibleVariable: "MONO_ACCESSIBLE")
    }
    let status = await program.run(Array(CommandLine.arguments.dropFirst()))
    // What cannot be removed stays among the temporary files; nothing depends on it.
    if let temporaryFiles { try? Files.remove(temporaryFiles.path) }
    exit(status)
  }
}

/// One run of `mono`: reads the command line, runs the command, reports how it ended.
struct Program {
  let makeTerminal: (ColorChoice) -> any Terminal
  var cacheFolder = Session.defaultCacheFolder

  /// Runs a command line and returns the exit status.
  func run(_ arguments: [String]) async -> Int32 {
    let tree = CommandTree<CommandContext>.mono
    let own = Array(arguments.prefix { $0 != "--" })
    let commandLine = tree.parse(own)
    let options = GlobalOptions(commandLine.globals)
    let terminal = makeTerminal(options.color)
    let context = CommandContext(
      terminal: terminal, options: options, passedOn: Array(arguments.dropFirst(own.count + 1)),
      cacheFolder: cacheFolder)
    do {
      switch commandLine.request {
      case .run(let invocation): try await invocation.run(context)
      case .print(let page):
        let text = tree.text(of: page, width: terminal.capabilities.size.columns)
        try context.answer(["text": .string(text)], text: text)
      case .complete(let request): try terminal.write(await tree.completions(for: request))
      case .usageError(let error): throw error
      }
      try terminal.flush()
      return 0
    } catch {
      return end(error, options: options, terminal: terminal)
    }
  }

  /// Reports why a run ended; a standard error that cannot be written leaves only the status.
  private func end(_ error: any Error, options: GlobalOptions, terminal: any Terminal) -> Int32 {
    let (message, hint, code, status): (String, String, String, Int32)
    switch error {
    case is NegativeResultError:
      do { try terminal.flush() } catch { return 70 }
      return 1
    case TerminalError.closedPipe: return 0
    case let error as TerminalError: (message, hint, code, status) = ("\(error)", "", "failure", 70)
    case let error as UsageError:
      (message, hint, code, status) = (error.message, error.hint, "usage", UsageError.exitStatus)
    case let error as MonoError:
      (message, hint, code) = (error.message, error.hint, "\(error.kind)")
      status = error.exitStatus
    case let error as FileError:
      hint = "Check the path, its permissions and the disk."
      (message, code, status) = (error.description, "failure", 70)
    default:
      hint = "Please report this with the command that you ran."
      (message, code, status) = ("\(error)", "internal", 70)
    }
    if options.isJSON {
      let document: JSON = [
        "error": ["code": .string(code), "message": .string(message), "hint": .string(hint)]
      ]
      try? terminal.writeError(document.compact + "\n")
      return status
    }
    let lines = (message + "\n" + hint).split(separator: "\n").map { Styled(String($0)) }
    try? terminal.writeErrorLine("\("mono:", .error) \(lines.first ?? "")")
    for line in lines.dropFirst() { try? terminal.writeErrorLine(line) }
    return status
  }
}

/// The command has said what it found, and that is not good: exit status 1.
struct NegativeResultError: Error {}
