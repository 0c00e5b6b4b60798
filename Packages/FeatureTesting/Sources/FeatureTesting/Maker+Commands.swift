public import Console
public import ScopeTesting
public import Terminal
import TerminalTesting

extension Array {
  /// Runs command lines on a terminal; each command of the tree needs one.
  ///
  /// - Parameters:
  ///   - commands: The commands that the feature offers.
  ///   - lines: The command lines, with what is typed when they ask.
  ///   - makeContext: Returns the context of a command on a console, in a scope.
  public static func commands<Container, Context: Sendable>(
    _ commands: [Command<Context>], _ lines: [CommandLineInput],
    _ makeContext:
      @escaping @MainActor @Sendable (Container, CommandConsole) async throws -> Context
  ) -> [Element] where Element == Maker<Container> {
    let tree = CommandTree<Context>(
      name: "koober", version: "1", date: "2026-01-01", summary: "One feature.",
      globalOptions: [CommonOptions.output], commands: commands)
    let roots = Set(commands.map(\.name))
    let names = tree.allCommands.filter { path, command in
      command.subcommands.isEmpty && path.first.map(roots.contains) == true
    }.map { $0.path.joined(separator: " ") }
    return lines.map { line in
      .use(line.words.joined(separator: " "), of: names) { stage, terminal in
        for answer in line.answers { terminal.answer(.line(answer)) }
        for key in line.keys { terminal.press(key) }
        let parsed = tree.parse(line.words)
        let console = CommandConsole(
          terminal: terminal, format: parsed.globals[CommonOptions.output], isQuiet: false)
        let context = try await makeContext(stage.container, console)
        _ = await tree.run(parsed, on: console) { try await $0.run(context) }
      }
    }
  }
}

/// A command line, and what is typed when it asks.
public struct CommandLineInput: ExpressibleByArrayLiteral, Sendable {
  let words: [String]
  let answers: [String]
  let keys: [Key]

  /// Creates a command line.
  ///
  /// - Parameters:
  ///   - words: The words after the name of the program.
  ///   - answers: The lines that are typed, in order.
  ///   - keys: The keys that are pressed on a screen that the command opens.
  public init(_ words: [String], answers: [String] = [], keys: [Key] = []) {
    self.words = words
    self.answers = answers
    self.keys = keys
  }

  public init(arrayLiteral words: String...) { self.init(words) }
}
