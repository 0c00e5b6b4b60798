import Basics

/// Reads the words of a command line from left to right.
/// Reading continues after an error, and the first one is kept: completions and the global options
/// need the correct parts.
struct CommandLineParser<Context: Sendable> {
  let tree: CommandTree<Context>
  private(set) var command: Command<Context>
  /// The parameters that may be written at this point.
  private(set) var available: [ParameterDefinition]
  private(set) var path: [String] = []
  private(set) var wantsHelp = false
  private(set) var wantsVersion = false
  /// The words of each parameter by its label.
  private(set) var given: [String: [String]] = [:]
  private(set) var arguments: [String] = []
  private(set) var optionsEnded = false
  /// The option whose value was not typed yet.
  private(set) var awaitingValue: ParameterDefinition?
  /// Whether a word names no command, so that nothing can follow it.
  private(set) var isLost = false
  private var words: ArraySlice<String>
  private var firstError: UsageError?
  private var lastRepeatable: String?

  /// Sorts every word into commands, options and arguments.
  init(tree: CommandTree<Context>, arguments: some Collection<String>) {
    self.tree = tree
    command = tree.root
    available = tree.globalDefinitions
    words = Array(arguments)[...]
    while let word = words.popFirst() {
      do throws(UsageError) {
        try read(word)
      } catch {
        firstError = firstError ?? error
      }
    }
  }

  var commandPath: [String] { [tree.name] + path }

  private mutating func read(_ word: String) throws(UsageError) {
    if !optionsEnded, word == "--" {
      optionsEnded = true
    } else if !optionsEnded, word.hasPrefix("--") {
      try readLong(word)
    } else if !optionsEnded, OptionSyntax.isShortOption(word) {
      try readShort(word)
    } else if command.isGroup {
      try select(word)
    } else {
      arguments.append(word)
    }
  }

  /// Goes down to a subcommand.
  mutating func select(_ name: String) throws(UsageError) {
    guard let next = command.subcommand(named: name) else {
      if name == OptionSyntax.help { return wantsHelp = true }
      isLost = true
      if let firstError { throw firstError }
      let nearest = suggestions(for: name, among: command.subcommands.map(\.name))
      let reason =
        command.isGroup
        ? UsageError.Reason.unknownCommand(name) : .surplus([name], repeatableOption: nil)
      throw UsageError(reason, command: commandPath, suggestions: nearest)
    }
    command = next
    available = next.definitions + tree.globalDefinitions
    path.append(name)
  }

  // MARK: - Options

  func option(named name: String) -> ParameterDefinition? {
    available.first { $0.form != .argument && $0.name == name }
  }

  private mutating func readLong(_ word: String) throws(UsageError) {
    let (name, value) = OptionSyntax.splitLong(word)
    let label = "--\(name)"
    if let definition = option(named: name) {
      return try store(definition, typed: label, attached: value)
    }
    for definition in available {
      if let shorthand = definition.shorthands.first(where: { $0.name == name }) {
        guard value == nil else { throw error(.unexpectedValue(option: label)) }
        return try append(shorthand.value, to: definition, typed: label)
      }
    }
    guard name == OptionSyntax.help || name == OptionSyntax.version else { throw unknown(label) }
    guard value == nil else { throw error(.unexpectedValue(option: label)) }
    if name == OptionSyntax.help { wantsHelp = true } else { wantsVersion = true }
  }

  private mutating func readShort(_ word: String) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let label = "-\(letter)"
      guard let definition = available.first(where: { $0.short == letter }) else {
        guard letter == OptionSyntax.helpLetter else { throw unknown(label) }
        wantsHelp = true
        continue
      }
      if definition.form == .flag {
        guard letters.first != "=" else { throw error(.unexpectedValue(option: label)) }
        try store(definition, typed: label, attached: nil)
      } else {
        let rest = letters.first == "=" ? letters.dropFirst() : letters
        let attached = letters.isEmpty ? nil : String(rest)
        return try store(definition, typed: label, attached: attached)
      }
    }
  }

  private mutating func store(
    _ definition: ParameterDefinition, typed label: String, attached: String?
  ) throws(UsageError) {
    if definition.form == .flag {
      guard attached == nil else { throw error(.unexpectedValue(option: label)) }
      given[definition.label] = [label]
    } else if let attached {
      try append(attached, to: definition, typed: label)
    } else if let next = words.first, !OptionSyntax.looksLikeOption(next) {
      words.removeFirst()
      try append(next, to: definition, typed: label)
    } else {
      if words.isEmpty { awaitingValue = definition }
      throw error(.missingValue(option: label))
    }
  }

  private mutating func append(
    _ value: String, to definition: ParameterDefinition, typed label: String
  ) throws(UsageError) {
    let limit = definition.count.upperBound
    guard given[definition.label, default: []].count < limit else {
      let spellings = [definition.label] + definition.shorthands.map { "--\($0.name)" }
      throw error(limit > 1 ? .tooMany(option: label, limit: limit) : .repeated(options: spellings))
    }
    given[definition.label, default: []].append(value)
    lastRepeatable = definition.isRepeatable ? label : nil
  }

  // MARK: - Values

  /// Converts everything that was read; `nil` when only help or the version is wanted.
  func values() throws(UsageError) -> ParsedValues? {
    if let firstError { throw firstError }
    if wantsHelp || wantsVersion { return nil }
    let words = try assignArguments()
    let missing = available.filter { words[$0.label, default: []].count < $0.count.lowerBound }
    guard missing.isEmpty else { throw error(.missing(missing.map(\.labelWithValue))) }
    var values = ParsedValues()
    for definition in available {
      do {
        try values.store(words[definition.label, default: []], for: definition)
      } catch {
        throw self.error(
          .invalidValue(error.word, parameter: definition.label, reason: error.reason))
      }
    }
    return values
  }

  private func assignArguments() throws(UsageError) -> [String: [String]] {
    var assigned = given
    var rest = arguments[...]
    for definition in available where definition.form == .argument {
      let words = rest.prefix(definition.count.upperBound)
      assigned[definition.label] = Array(words)
      rest = rest.dropFirst(words.count)
    }
    guard rest.isEmpty else { throw error(.surplus(Array(rest), repeatableOption: lastRepeatable)) }
    return assigned
  }

  // MARK: - Errors

  private func error(_ reason: UsageError.Reason) -> UsageError {
    UsageError(reason, command: commandPath)
  }

  private func unknown(_ label: String) -> UsageError {
    if let firstError { return firstError }
    if let owner = owner(of: label) {
      return error(.misplacedOption(label, belongsTo: commandPath + owner))
    }
    let nearest = suggestions(for: label, among: OptionSyntax.labels(of: available))
    return UsageError(.unknownOption(label), command: commandPath, suggestions: nearest)
  }

  private func suggestions(for word: String, among known: [String]) -> [String] {
    if let synonym = tree.synonyms[word], synonym.hasPrefix("--") || known.contains(synonym) {
      return [synonym]
    }
    // Every letter is one edit away from every other: no suggestion would mean anything.
    return OptionSyntax.isShortOption(word) && !word.hasPrefix("--")
      ? [] : Suggestions.nearest(to: word, among: known)
  }

  /// The subcommand that the next words name, if the option is one of its own.
  private func owner(of label: String) -> [String]? {
    var owner = command
    var path: [String] = []
    for word in words {
      guard let next = owner.subcommand(named: word) else { continue }
      owner = next
      path.append(word)
    }
    let isItsOwn = OptionSyntax.labels(of: owner.options).contains(label)
    return !path.isEmpty && isItsOwn ? path : nil
  }
}

/// The notation of options.
package enum OptionSyntax {
  static let help = "help"
  static let helpLetter: Character = "h"
  static let version = "version"

  /// Whether a word is one or more short options; `-` and negative numbers are not.
  static func isShortOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !(second.isASCII && second.isNumber) && second != "."
  }

  /// Whether a word cannot be the value of the option before it.
  static func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("--") || isShortOption(word)
  }

  /// Splits `--name=value` at the first equals sign.
  static func splitLong(_ word: String) -> (name: String, value: String?) {
    let body = word.dropFirst(2)
    guard let equals = body.firstIndex(of: "=") else { return (String(body), nil) }
    return (String(body[..<equals]), String(body[body.index(after: equals)...]))
  }

  /// Every spelling of some options, the built-in ones included.
  package static func labels(of definitions: [ParameterDefinition]) -> [String] {
    let declared = definitions.filter { $0.form != .argument }.flatMap { definition in
      [definition.label] + definition.shorthands.map { "--\($0.name)" }
        + (definition.short.map { ["-\($0)"] } ?? [])
    }
    return declared + ["--\(help)", "-\(helpLetter)", "--\(version)"]
  }
}
