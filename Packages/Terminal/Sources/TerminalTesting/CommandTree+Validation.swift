public import Terminal

extension CommandTree {
  /// The mistakes in the declarations, one sentence each; a test of the app expects none.
  ///
  /// Looks for names that are declared twice or reserved, arguments that can never be reached,
  /// global options that are required, and commands without an example.
  public var declarationProblems: [String] {
    let required = globalDefinitions.filter(\.isRequired).map { "\($0.label) is required." }
    return required + allCommands.flatMap { problems(of: $0.command, path: $0.path) }
  }

  private func problems(of command: Command<Context>, path: [String]) -> [String] {
    let place = ([name] + path).joined(separator: " ")
    var problems = duplicates(command.subcommands.map(\.name))
    problems += duplicates(OptionSyntax.labels(of: command.definitions + globalDefinitions))
    problems += duplicates(command.arguments.map(\.label))
    for (argument, next) in zip(command.arguments, command.arguments.dropFirst()) {
      if argument.isRepeatable { problems.append("\(next.name) follows a repeated argument") }
      if !argument.isRequired, next.isRequired {
        problems.append("\(next.name) is required after an optional argument")
      }
    }
    if command.examples.isEmpty { problems.append("there is no example") }
    for example in command.examples
    where example.words.first != name {
      problems.append("the example '\(example.commandLine)' does not begin with '\(name)'")
    }
    return problems.map { "\(place): \($0)." }
  }

  private func duplicates(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { !seen.insert($0).inserted }.map { "'\($0)' is declared twice" }
  }
}

extension CommandExample {
  /// The words after the program's name, as a shell splits them; a test can run them.
  public var arguments: [String] { Array(words.dropFirst()) }

  fileprivate var words: [String] {
    let line = ShellWords.splitForCompletion(commandLine)
    return line.typed.isEmpty ? line.words.dropLast() : line.words
  }
}
