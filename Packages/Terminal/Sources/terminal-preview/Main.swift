import FoundationEssentials
import Glibc
import Terminal

/// Shows what the package can do, on a real terminal; tests run it on pseudo-terminals and pipes.
@main
struct Main {
  static func main() async {
    let parsed = tree.parse(Array(CommandLine.arguments.dropFirst()))
    let terminal = SystemTerminal(
      environment: ProcessInfo.processInfo.environment,
      color: parsed.globals[color], accessibleVariable: "TERMINAL_ACCESSIBLE")
    do {
      try await tree.answer(parsed.request, on: terminal) { try await $0.run(terminal) }
      exit(0)
    } catch {
      exit(report(error, on: terminal))
    }
  }

  private static func report(_ error: any Error, on terminal: SystemTerminal) -> Int32 {
    if case TerminalError.closedPipe = error { return 0 }
    // When even the error stream cannot be written, the exit status is all that is left.
    try? terminal.writeErrorLine("\("error:", .error) \(String(describing: error))")
    switch error {
    case is UsageError, PromptError.noTerminal: return UsageError.exitStatus
    case PromptError.interrupted: return 130
    case is TerminalError: return 74
    default: return 1
    }
  }

  // MARK: - The commands, one for each part of the package

  private static let color = Option("color", default: ColorChoice.auto, help: "When to use color.")

  private static let tree = CommandTree<SystemTerminal>(
    name: "terminal-preview", version: "1.0.0", date: "2025-11-20",
    summary: "Try out the terminal package.",
    examples: [CommandExample("terminal-preview table", "Print a table.")],
    globalOptions: [color],
    environment: [HelpEntry("TERMINAL_ACCESSIBLE", "Set to 1 for plain lines.")],
    exitStatuses: [
      ExitStatus(0, "done"), ExitStatus(64, "usage"), ExitStatus(74, "input-output error"),
      ExitStatus(130, "interrupted"),
    ],
    commands: [ask, password, confirm, table, lines, work, friend, form, map])

  private static func preview(
    _ name: String, _ summary: String, example: String, _ explanation: String,
    _ parameters: [any Parameter] = [], run action: @escaping Command<SystemTerminal>.Action
  ) -> Command<SystemTerminal> {
    Command(
      name, summary: summary,
      examples: [CommandExample("terminal-preview \(example)", explanation)],
      parameters: parameters, run: action)
  }

  private static let ask = preview(
    "ask", "Ask for a line.", example: "ask", "Ask for a name."
  ) { _, terminal in
    let name = try await terminal.ask("Name: ", orPass: "--name")
    try terminal.writeLine("Hello, \(name, .accent).")
  }

  private static let standardInput = Flag("password-stdin", help: "Read it from standard input.")

  private static let password = preview(
    "password", "Ask for a password.", example: "password", "Ask, without showing it.",
    [standardInput]
  ) { values, terminal in
    let password =
      values[standardInput] && !terminal.capabilities.inputIsTerminal
      ? try terminal.readPassword()
      : try await terminal.ask("Password: ", orPass: "--password-stdin", isHidden: true)
    try terminal.writeLine("It has \(password.utf8.count) bytes.")
  }

  private static let confirm = preview(
    "confirm", "Ask a question.", example: "confirm", "Answer yes or no."
  ) { _, terminal in
    let isSure = try await terminal.confirm("Are you sure?", orPass: "--yes")
    try terminal.writeLine(isSure ? "Yes." : "No.")
  }

  private static let table = preview(
    "table", "Print a table.", example: "table | cut -f 1", "Print the names."
  ) { _, terminal in
    try terminal.write(
      Table(
        columns: [
          .init("Name", priority: 1), .init("Distance", alignment: .trailing), .init("Note"),
        ],
        rows: [["Opera House", "620 m", "white"], ["東京タワー", "7800 km", "\("red", .error)"]]))
  }

  private static let count = Argument<Int>("COUNT", kind: .range(0...10_000_000), help: "How many.")

  private static let lines = preview(
    "lines", "Print many lines.", example: "lines 100000 | head -1", "Print one of many.", [count]
  ) { values, terminal in
    for number in 0..<values[count] { try terminal.writeLine("line \(number)") }
  }

  private static let seconds = Option(
    "seconds", kind: .range(0...60), default: 2, help: "How long to work.")

  private static let work = preview(
    "work", "Work for a while.", example: "work --seconds 1", "Show an activity.", [seconds]
  ) { values, terminal in
    try await terminal.showingActivity(
      "Working", clock: ContinuousClock(), interruption: "Some of it is done."
    ) { activity in
      for step in 0..<values[seconds] * 10 {
        activity.report(step, of: values[seconds] * 10)
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    try terminal.writeLine("Done.")
  }

  private static let name = Option<String>(
    "name",
    kind: .standard.completing(
      .dynamic { _ in
        [CompletionCandidate("Ann Stone", "a friend"), CompletionCandidate("Bob", "another")]
          + namesFromEnvironment.map { CompletionCandidate($0) }
      }), help: "Who.")

  /// Further names to complete, which a test gives; separated by U+001E.
  private static var namesFromEnvironment: [String] {
    guard let names = getenv("TERMINAL_PREVIEW_NAMES") else { return [] }
    return String(cString: names).split(separator: "\u{1E}").map(String.init)
  }

  private static let photo = Option<String?>("photo", kind: .file, help: "A picture of them.")

  private static let friend = preview(
    "friend", "Name a friend.", example: "friend --name Bob", "Greet Bob.", [name, photo]
  ) { values, terminal in
    try terminal.writeLine("Hello, \(values[name]).")
  }

  private static let form = preview(
    "form", "Fill in a form.", example: "form", "Show every widget."
  ) { _, terminal in
    let answer = try await DemoScreen(terminal: terminal).run(on: terminal)
    try terminal.writeLine("You left as '\(answer)'.")
  }

  private static let map = preview(
    "map", "Look at a map.", example: "map", "Watch a walker in Sydney."
  ) { _, terminal in
    _ = try await MapScreen().run(on: terminal)
  }
}
