extension CommandTree {
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
    guard let values else {
      return .print(parser.wantsHelp ? .help(parser.path) : .version)
    }
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
