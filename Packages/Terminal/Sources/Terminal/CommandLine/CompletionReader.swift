/// Follows the words before the cursor as far as they make sense; never fails.
struct CompletionReader<Context: Sendable> {
  let tree: CommandTree<Context>
  private(set) var command: Command<Context>
  private(set) var arguments: [String] = []
  private(set) var optionsEnded = false

  /// The option whose value comes next.
  private(set) var awaitingValue: ParameterDefinition?

  /// Whether a word names no command, so that nothing can follow it.
  private(set) var isLost = false

  private var given: Set<String> = []

  init(tree: CommandTree<Context>) {
    self.tree = tree
    self.command = tree.root
  }

  mutating func read(_ word: String) {
    if awaitingValue != nil {
      awaitingValue = nil
    } else if optionsEnded {
      readPlain(word)
    } else if word == "--" {
      optionsEnded = true
    } else if word.hasPrefix("--") {
      readLong(word)
    } else if OptionSyntax.isShortOption(word) {
      readShort(word)
    } else {
      readPlain(word)
    }
  }

  private mutating func readPlain(_ word: String) {
    if let next = command.subcommand(named: word) {
      command = next
    } else {
      arguments.append(word)
      isLost = command.isGroup
    }
  }

  private mutating func readLong(_ word: String) {
    let (name, value) = OptionSyntax.splitLong(word)
    guard let definition = option(named: name) else { return }
    given.insert(definition.label)
    if definition.form == .option, value == nil { awaitingValue = definition }
  }

  private mutating func readShort(_ word: String) {
    guard let letter = word.last, let definition = options.first(where: { $0.short == letter })
    else { return }
    given.insert(definition.label)
    if definition.form == .option, word.count == 2 { awaitingValue = definition }
  }

  private var options: [ParameterDefinition] { command.options + tree.globalDefinitions }

  func option(named name: String) -> ParameterDefinition? {
    options.first { $0.name == name }
  }

  /// The argument that the next plain word would be.
  var nextArgument: ParameterDefinition? {
    var filled = arguments.count
    for definition in command.arguments {
      if filled < definition.count.upperBound { return definition }
      filled -= definition.count.upperBound
    }
    return nil
  }

  /// The options that may still be given, by their long names.
  var optionCandidates: [CompletionCandidate] {
    let open = options.filter { $0.isRepeatable || !given.contains($0.label) }
    let declared = open.flatMap { definition in
      [CompletionCandidate(definition.label, definition.help)]
        + definition.shorthands.map {
          CompletionCandidate("--\($0.name)", "Short for \(definition.label) \($0.value).")
        }
    }
    return declared + [CompletionCandidate("--\(OptionSyntax.help)", "Print help.")]
  }
}
