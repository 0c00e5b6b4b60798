/// One command of a program: what it is called, what it takes, and what it does.
///
/// `Context` is whatever the app gives its commands to work with.
public struct Command<Context: Sendable>: Sendable {
  /// What a command does with its values.
  public typealias Action = @Sendable (ParsedValues, Context) async throws -> Void

  enum Builtin {
    case help, completions, manualPage
  }

  /// The word that selects the command.
  public let name: String

  /// One sentence that help shows beside the name.
  public let summary: String

  /// Paragraphs that only the command's own help shows; may be empty.
  public let discussion: String

  /// Command lines that show how it is used.
  public let examples: [CommandExample]

  /// The command's own options, flags and arguments.
  public let parameters: [any Parameter]

  /// The commands below this one.
  public let subcommands: [Command]

  let action: Action?
  let builtin: Builtin?

  /// Declares a command that does something.
  public init(
    _ name: String, summary: String, discussion: String = "", examples: [CommandExample] = [],
    parameters: [any Parameter] = [], run action: @escaping Action
  ) {
    self.init(
      name: name, summary: summary, discussion: discussion, examples: examples,
      parameters: parameters, subcommands: [], action: action)
  }

  /// Declares a command that only groups others.
  public init(
    _ name: String, summary: String, discussion: String = "", examples: [CommandExample] = [],
    subcommands: [Command]
  ) {
    self.init(
      name: name, summary: summary, discussion: discussion, examples: examples,
      parameters: [], subcommands: subcommands)
  }

  init(
    name: String, summary: String, discussion: String, examples: [CommandExample],
    parameters: [any Parameter], subcommands: [Command], action: Action? = nil,
    builtin: Builtin? = nil
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.examples = examples
    self.parameters = parameters
    self.subcommands = subcommands
    self.action = action
    self.builtin = builtin
  }

  var definitions: [ParameterDefinition] { parameters.map(\.definition) }
  var arguments: [ParameterDefinition] { definitions.filter { $0.form == .argument } }
  var options: [ParameterDefinition] { definitions.filter { $0.form != .argument } }

  func subcommand(named name: String) -> Command? {
    subcommands.first { $0.name == name }
  }
}

/// A command line that shows how a command is used.
public struct CommandExample: Sendable, Equatable {
  /// The whole line as it is typed, with the program's name.
  public let commandLine: String

  /// One line that says what it does.
  public let explanation: String

  public init(_ commandLine: String, _ explanation: String) {
    self.commandLine = commandLine
    self.explanation = explanation
  }

  /// The words after the program's name, as a shell splits them; a test can run them.
  public var arguments: [String] {
    Array(ShellWords.split(commandLine).words.dropFirst())
  }
}
