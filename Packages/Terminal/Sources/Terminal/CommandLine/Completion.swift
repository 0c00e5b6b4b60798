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
    self.value = value
    self.description = description
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
  init(shell: Shell, words: [String]) {
    self.init(shell: shell, words: words, quoting: nil)
  }

  init(shell: Shell, words: [String], quoting: ShellQuoting?) {
    self.shell = shell
    self.words = words.isEmpty ? [""] : words
    self.prefix = words.last ?? ""
    self.quoting = quoting
  }
}

/// A shell that completions are written for.
public enum Shell: String, CaseIterable, CommandLineValue {
  case bash, zsh, fish

  public static var valueName: String { "SHELL" }
}
