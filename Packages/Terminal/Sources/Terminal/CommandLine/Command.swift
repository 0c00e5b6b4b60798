/// One command of a program: what it is called, what it takes, and what it does.
///
/// `Context` is whatever the app gives its commands to work with.
public struct Command<Context: Sendable>: Sendable {
  /// The code of a command, which gets its values.
  public typealias Action = @Sendable (ParsedValues, Context) async throws -> Void

  enum Builtin { case help, completions, manualPage }

  /// The word that selects the command.
  public let name: String
  /// One sentence that help shows beside the name.
  public let summary: String

  /// Paragraphs that only the command's own help shows; may be empty.
  public var discussion: String { makeDiscussion() }
  /// Command lines that show how it is used.
  public var examples: [CommandExample] { makeExamples() }
  /// The command's own options, flags and arguments.
  public var parameters: [any Parameter] { makeParameters() }
  /// The commands below this one; empty unless it groups others.
  public var subcommands: [Command] { makeSubcommands() }

  // A run of a program chooses one of many commands, so the parts of the others are never made.
  var makeDiscussion: @Sendable () -> String
  var makeExamples: @Sendable () -> [CommandExample]
  var makeParameters: @Sendable () -> [any Parameter] = { [] }
  var makeSubcommands: @Sendable () -> [Command] = { [] }
  var action: Action?
  var builtin: Builtin?

  var isGroup: Bool { !subcommands.isEmpty }
  package var definitions: [ParameterDefinition] { parameters.map(\.definition) }
  package var arguments: [ParameterDefinition] { definitions.filter { $0.form == .argument } }
  var options: [ParameterDefinition] { definitions.filter { $0.form != .argument } }

  func subcommand(named name: String) -> Command? { subcommands.first { $0.name == name } }

  /// The command at a path and all below it, with their paths.
  func flattened(path: [String]) -> [(path: [String], command: Command)] {
    [(path, self)] + subcommands.flatMap { $0.flattened(path: path + [$0.name]) }
  }

  /// The lines that show in which order the command at a path takes its words.
  func usageLines(path: [String]) -> [String] {
    let name = path.joined(separator: " ")
    var lines: [String] = []
    if action != nil || builtin != nil {
      let required = options.filter(\.isRequired).map {
        $0.labelWithValue + ($0.isRepeatable ? "..." : "")
      }
      let words = [name] + required + arguments.map(\.term) + ["[options]"]
      lines.append(words.joined(separator: " "))
    }
    if isGroup { lines.append("\(name) COMMAND [options]") }
    return lines
  }
}

extension Command {
  /// Declares a command that does something, and may have commands below it. All but its name and
  /// summary is made when it is used.
  public init(
    _ name: String, summary: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [CommandExample] = [],
    parameters: @autoclosure @escaping @Sendable () -> [any Parameter] = [],
    subcommands: @autoclosure @escaping @Sendable () -> [Command] = [], run action: @escaping Action
  ) {
    self.init(
      name: name, summary: summary, makeDiscussion: discussion, makeExamples: examples,
      makeParameters: parameters, makeSubcommands: subcommands, action: action)
  }

  /// Declares a command that only groups others, which are made when one of them is looked for.
  public init(
    _ name: String, summary: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [CommandExample] = [],
    subcommands: @autoclosure @escaping @Sendable () -> [Command]
  ) {
    self.init(
      name: name, summary: summary, makeDiscussion: discussion, makeExamples: examples,
      makeSubcommands: subcommands)
  }
}

/// A command line that shows how a command is used.
public struct CommandExample: Sendable, Equatable {
  /// The whole line as it is typed, with the program's name.
  public let commandLine: String
  /// One line that says what it does.
  public let explanation: String

  public init(_ commandLine: String, _ explanation: String) {
    (self.commandLine, self.explanation) = (commandLine, explanation)
  }
}
