/// A command line after parsing: its command, values and options.
public struct ParsedCommandLine<Context: Sendable>: Sendable {
  /// The request of a command line.
  public enum Request: Sendable {
    /// Run a command.
    case run(Invocation<Context>)
    /// Print a text of the tree on standard output; ``CommandTree/text(of:width:)`` makes it.
    case print(CommandPage)
    /// Answer a completion script; ``CommandTree/completions(for:)`` makes the text.
    case complete(CompletionRequest)
    /// Print the error and end with status 64.
    case usageError(UsageError)
  }

  /// The action to run.
  public let request: Request

  /// The values of the global options; after a usage error those that could be understood.
  public let globals: ParsedValues
}

/// A text that the tree prints about itself.
public enum CommandPage: Sendable, Equatable {
  /// The help of a command, by its path below the program.
  case help([String])
  case version
  case exitStatuses
  case completionScript(Shell)
  case manualPage
}

/// A command with its values, ready to run.
public struct Invocation<Context: Sendable>: Sendable {
  /// The command's path below the program; empty for the program itself.
  public let path: [String]

  /// The values of the command's own parameters and of the global options.
  public let values: ParsedValues

  let action: Command<Context>.Action

  /// Runs the command.
  public func run(_ context: Context) async throws {
    try await action(values, context)
  }
}

/// The values of one command line, read with the parameters that declare them.
public struct ParsedValues: Sendable {
  private var values: [String: any Sendable] = [:]

  init() {}

  /// The value of a parameter that the command, or the whole tree, declares.
  public subscript<P: Parameter>(parameter: P) -> P.Value {
    guard let value = values[parameter.definition.label] as? ParsedValue<P.Value> else {
      // Every declared parameter has a value once parsing succeeded, so no command line leads
      // here: only a handler that reads a parameter its command does not declare.
      preconditionFailure("The command does not declare '\(parameter.definition.label)'.")
    }
    return value.value
  }

  mutating func store(
    _ words: [String], for definition: ParameterDefinition
  ) throws(ParameterDefinition.ConversionError) {
    values[definition.label] = try definition.convert(words)
  }
}

/// Keeps an optional value apart from a missing one.
struct ParsedValue<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
