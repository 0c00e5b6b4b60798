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

  public let request: Request
  /// The values of the global options; after a usage error those that could be understood.
  public let globals: ParsedValues
}

/// A text that the tree prints about itself.
public enum CommandPage: Sendable, Equatable {
  /// The help of a command by its path below the program; of the nearest one if it has none.
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

  public func run(_ context: Context) async throws { try await action(values, context) }
}

/// The values of one command line, read with the parameters that declare them.
public struct ParsedValues: Sendable {
  private var values: [String: any Sendable] = [:]

  /// The value of a parameter that the command, or the whole tree, declares.
  public subscript<P: Parameter>(parameter: P) -> P.Value {
    guard let stored = values[parameter.definition.label], let value = stored as? P.Value else {
      // Every declared parameter has a value once parsing succeeded, so no command line leads
      // here: only a handler that reads a parameter its command does not declare.
      preconditionFailure("The command does not declare '\(parameter.definition.label)'.")
    }
    return value
  }

  mutating func store(
    _ words: [String], for definition: ParameterDefinition
  ) throws(ParameterDefinition.ConversionError) {
    values[definition.label] = try definition.convert(words)
  }
}

extension CommandTree {
  /// Answers a request on a terminal, with what runs a command.
  package func answer(
    _ request: ParsedCommandLine<Context>.Request, on terminal: any Terminal,
    run: (Invocation<Context>) async throws -> Void
  ) async throws {
    switch request {
    case .run(let invocation): try await run(invocation)
    case .print(let page):
      try terminal.write(text(of: page, width: terminal.capabilities.size.columns))
    case .complete(let request): try terminal.write(await completions(for: request))
    case .usageError(let error): throw error
    }
    try terminal.flush()
  }

  /// Reads the words after the program's name; nothing is run or printed.
  public func parse(_ arguments: [String]) -> ParsedCommandLine<Context> {
    if arguments.first == Self.completionCallback {
      return .init(
        request: .complete(.init(callback: arguments.dropFirst())), globals: globals(from: [:]))
    }
    let parser = CommandLineParser(tree: self, arguments: arguments)
    do {
      let values = try parser.values()
      return .init(
        request: try request(for: parser, values: values),
        globals: values ?? globals(from: parser.given))
    } catch {
      return .init(request: .usageError(error), globals: globals(from: parser.given))
    }
  }

  /// Turns what was read into a request; without values it was help or the version.
  private func request(
    for parser: CommandLineParser<Context>, values: ParsedValues?
  ) throws(UsageError) -> ParsedCommandLine<Context>.Request {
    guard let values else { return .print(parser.wantsHelp ? .help(parser.path) : .version) }
    if let action = parser.command.action {
      return .run(Invocation(path: parser.path, values: values, action: action))
    }
    switch parser.command.builtin {
    case .help: return .print(try topic(values[Self.helpTopic]))
    case .completions: return .print(.completionScript(values[Self.shell]))
    case .manualPage: return .print(.manualPage)
    case nil:
      let names = parser.command.subcommands.map(\.name)
      throw UsageError(.missingCommand(among: names), command: parser.commandPath)
    }
  }

  private func topic(_ words: [String]) throws(UsageError) -> CommandPage {
    if words == [Self.exitStatusTopic] { return .exitStatuses }
    var parser = CommandLineParser(tree: self, arguments: [])
    for word in words { try parser.select(word) }
    return .help(parser.path)
  }

  /// The global options of a command line that has an error elsewhere.
  private func globals(from given: [String: [String]]) -> ParsedValues {
    var values = ParsedValues()
    for definition in globalDefinitions {
      // A value that is itself wrong counts as not given: the default always converts.
      if (try? values.store(given[definition.label, default: []], for: definition)) == nil {
        try? values.store([], for: definition)
      }
    }
    return values
  }
}
