/// The words that a shell offers in the place of a value.
public enum Completion: Sendable {
  /// Nothing.
  case none
  /// The names of files and folders.
  case files
  /// A fixed list.
  case values([String])
  /// The words that the app finds at that moment; it must answer quickly and never prompt.
  case dynamic(@Sendable (CompletionRequest) async -> [CompletionCandidate])
}

/// One word that a shell offers.
public struct CompletionCandidate: Sendable, Equatable {
  /// The word, unquoted.
  public let value: String
  /// A few words about it, shown by shells that can; may be empty.
  public let description: String

  public init(_ value: String, _ description: String = "") {
    (self.value, self.description) = (value, description)
  }
}

/// A shell's request for completions: the words up to the cursor.
public struct CompletionRequest: Sendable, Equatable {
  /// Whose notation the answer is written in.
  public let shell: Shell
  /// The words after the program's name; the last one is being typed and may be empty.
  public let words: [String]
  /// The beginning of the value that is being typed, without `--option=`.
  public internal(set) var prefix: String
  /// How a completion of the last word is quoted; bash only, the others quote themselves.
  let quoting: ShellQuoting?

  /// Creates a request; an empty list is the same as one empty word.
  init(shell: Shell, words: [String], quoting: ShellQuoting? = nil) {
    self.shell = shell
    self.words = words.isEmpty ? [""] : words
    self.prefix = words.last ?? ""
    self.quoting = quoting
  }

  /// Reads the words with which a completion script calls the program back.
  ///
  /// bash sends its line up to the cursor and the part of it that a completion replaces; the
  /// others send words, fish the last one with its quotation marks.
  init(callback: ArraySlice<String>) {
    let words = Array(callback.dropFirst(2))
    switch callback.first.flatMap(Shell.init(rawValue:)) {
    case .bash:
      let split = ShellWords.splitForCompletion(callback.dropFirst().first ?? "")
      let quoting = ShellQuoting(split: split, replaced: words.first ?? "")
      self.init(shell: .bash, words: Array(split.words.dropFirst()), quoting: quoting)
    case .zsh: self.init(shell: .zsh, words: words)
    case .fish, nil:
      let current = words.last.flatMap { ShellWords.splitForCompletion($0).words.last }
      self.init(shell: .fish, words: words.dropLast() + [current ?? ""])
    }
  }

  /// Returns the line for a candidate; `nil` for one that cannot be typed, such as a value with a
  /// line break: its cleaned form would be another value.
  fileprivate func line(for candidate: CompletionCandidate) -> String? {
    let value = candidate.value
    guard SanitizedText.clean(value).utf8.elementsEqual(value.utf8) else { return nil }
    guard shell != .bash else { return quoting?.write(value) }
    return "\(value)\t\(SanitizedText.clean(candidate.description))"
  }
}

/// A shell that completions are written for.
public enum Shell: String, CaseIterable, CommandLineValue {
  case bash, zsh, fish

  public static var valueName: String { "SHELL" }
}

extension CommandTree {
  /// The answer to a completion script: a line `files` when files are wanted, otherwise one line
  /// per candidate, in zsh and fish followed by a tab and its description.
  public func completions(for request: CompletionRequest) async -> String {
    guard let candidates = await candidates(for: request) else { return "files\n" }
    return candidates.compactMap(request.line(for:)).map { $0 + "\n" }.joined()
  }

  /// Returns the words that fit at the cursor; `nil` means the names of files.
  public func candidates(for request: CompletionRequest) async -> [CompletionCandidate]? {
    let reader = CommandLineParser(tree: self, arguments: request.words.dropLast())
    let current = request.words.last ?? ""
    if let definition = reader.awaitingValue {
      return await values(of: definition, prefix: current, for: request)
    }
    guard !reader.optionsEnded, current.hasPrefix("-") else {
      return await plain(current, reader: reader, for: request)
    }
    let (name, value) = OptionSyntax.splitLong(current)
    if let value, let definition = reader.option(named: name) {
      return await values(of: definition, prefix: value, for: request)?.map {
        CompletionCandidate("--\(name)=\($0.value)", $0.description)
      }
    }
    return reader.optionCandidates.filter { $0.value.hasPrefix(current) }
  }

  private func plain(
    _ prefix: String, reader: CommandLineParser<Context>, for request: CompletionRequest
  ) async -> [CompletionCandidate]? {
    if let definition = reader.nextArgument {
      if reader.command.builtin == .help { return topics(reader.arguments, prefix) }
      return await values(of: definition, prefix: prefix, for: request)
    }
    if reader.isLost { return [] }
    return Self.commands(below: reader.command).filter { $0.value.hasPrefix(prefix) }
  }

  private func topics(_ path: [String], _ prefix: String) -> [CompletionCandidate] {
    let command = path.reduce(Optional(root)) { $0?.subcommand(named: $1) }
    let topic = CompletionCandidate(Self.exitStatusTopic, "Print the exit statuses.")
    let commands = command.map(Self.commands(below:)) ?? []
    return (commands + (path.isEmpty ? [topic] : [])).filter { $0.value.hasPrefix(prefix) }
  }

  private static func commands(below command: Command<Context>) -> [CompletionCandidate] {
    command.subcommands.map { CompletionCandidate($0.name, $0.summary) }
  }

  /// Values are compared without regard to case, so that `opera` finds `Opera House`.
  private func values(
    of definition: ParameterDefinition, prefix: String, for request: CompletionRequest
  ) async -> [CompletionCandidate]? {
    var request = request
    request.prefix = prefix
    let lowercased = prefix.lowercased()
    switch definition.completion {
    case .none: return []
    case .files: return nil
    case .values(let values):
      return values.filter { $0.lowercased().hasPrefix(lowercased) }.map { CompletionCandidate($0) }
    case .dynamic(let provide):
      return await provide(request).filter { $0.value.lowercased().hasPrefix(lowercased) }
    }
  }
}

extension CommandLineParser {
  /// The argument that the next plain word would be.
  fileprivate var nextArgument: ParameterDefinition? {
    var filled = arguments.count
    for definition in command.arguments {
      if filled < definition.count.upperBound { return definition }
      filled -= definition.count.upperBound
    }
    return nil
  }

  /// The options that may still be given, by their long names.
  fileprivate var optionCandidates: [CompletionCandidate] {
    let open = available.filter {
      $0.form != .argument && ($0.isRepeatable || given[$0.label] == nil)
    }
    let declared = open.flatMap { definition in
      [CompletionCandidate(definition.label, definition.help)]
        + definition.shorthands.map {
          CompletionCandidate("--\($0.name)", "Short for \(definition.label) \($0.value).")
        }
    }
    return declared + [CompletionCandidate("--\(OptionSyntax.help)", "Print help.")]
  }
}
