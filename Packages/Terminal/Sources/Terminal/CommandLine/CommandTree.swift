/// A program's whole command line: its commands and what all of them share.
///
/// The tree adds `help`, `completions` and `man`, and `--help`, `-h` and `--version` everywhere.
public struct CommandTree<Context: Sendable>: Sendable {
  /// The program's version, as `--version` prints it.
  public let version: String
  /// The day of that version, `YYYY-MM-DD`, which the manual page carries.
  public let date: String

  /// The exit statuses with their meanings.
  public var exitStatuses: [ExitStatus] { makeExitStatuses() }
  /// The environment variables that the program reads.
  public var environment: [HelpEntry] { makeEnvironment() }

  // The lists that only help and the manual page show, made when they do.
  private let makeEnvironment: @Sendable () -> [HelpEntry]
  let makeFiles: @Sendable () -> [HelpEntry]
  let makeKeys: @Sendable () -> [HelpEntry]
  private let makeExitStatuses: @Sendable () -> [ExitStatus]
  /// The words and options that are perhaps meant by those that do not exist.
  let synonyms: [String: String]
  let root: Command<Context>
  /// The options that are accepted before and after every command.
  let globals: [any Parameter]

  /// Declares a program.
  ///
  /// `environment` are the variables that the program reads: help and the manual page list them.
  /// `files` are the files and folders that it keeps, with variables written as `$NAME`, and `keys`
  /// those of its screens: the manual page lists both. `synonyms` are the commands that other words
  /// mean. `action` is what the program does without a command; without it a command is required.
  public init(
    name: String, version: String, date: String, summary: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [CommandExample] = [],
    globalOptions: [any Parameter] = [],
    environment: @autoclosure @escaping @Sendable () -> [HelpEntry] = [],
    files: @autoclosure @escaping @Sendable () -> [HelpEntry] = [],
    keys: @autoclosure @escaping @Sendable () -> [HelpEntry] = [],
    exitStatuses: @autoclosure @escaping @Sendable () -> [ExitStatus] = [],
    synonyms: [String: String] = [:], commands: [Command<Context>],
    run action: Command<Context>.Action? = nil
  ) {
    (self.version, self.date) = (version, date)
    (makeExitStatuses, makeEnvironment) = (exitStatuses, environment)
    (makeFiles, makeKeys) = (files, keys)
    self.synonyms = synonyms.merging(["version": "--version", "-V": "--version"]) { $1 }
    globals = globalOptions
    let subcommands = commands + Self.builtins(program: name)
    root = Command(
      name: name, summary: summary, makeDiscussion: discussion, makeExamples: examples,
      makeSubcommands: { subcommands }, action: action)
  }

  /// The program's name.
  public var name: String { root.name }
  /// Every command with its path, the program's name excluded; groups and the root included.
  public var allCommands: [(path: [String], command: Command<Context>)] { root.flattened(path: []) }
  package var globalDefinitions: [ParameterDefinition] { globals.map(\.definition) }
}

/// One row of the table of exit statuses.
public struct ExitStatus: Sendable, Equatable {
  /// The number the process ends with, `0...255`.
  public let code: Int32
  /// Its meaning, in a few words.
  public let meaning: String

  public init(_ code: Int32, _ meaning: String) { (self.code, self.meaning) = (code, meaning) }
}

/// One row of a list in help or on the manual page: an option, a variable, a file, a key.
public struct HelpEntry: Sendable, Equatable {
  public let term: String
  public let meaning: String

  /// Creates a row from a term, as it is written, and its effect or content.
  public init(_ term: String, _ meaning: String) { (self.term, self.meaning) = (term, meaning) }
}

extension CommandTree {
  /// The first word of the hidden command with which completion scripts call the program back.
  static var completionCallback: String { "__complete" }
  /// The topic of `help` that prints the table of exit statuses.
  static var exitStatusTopic: String { "exit-codes" }

  static var helpTopic: Argument<[String]> {
    Argument("COMMAND", help: "The command to explain, or \(exitStatusTopic).")
  }

  static var shell: Argument<Shell> {
    Argument("SHELL", help: "The shell to write completions for.")
  }

  private static func builtins(program: String) -> [Command<Context>] {
    [
      Command(
        name: "help", summary: "Explain a command, or the exit statuses.", makeDiscussion: { "" },
        makeExamples: {
          [
            CommandExample("\(program) help", "List the commands."),
            CommandExample("\(program) help \(exitStatusTopic)", "Print the exit statuses."),
          ]
        }, makeParameters: { [helpTopic] }, builtin: .help),
      Command(
        name: "completions", summary: "Print the completion script of a shell.",
        makeDiscussion: {
          """
          For bash: source <(\(program) completions bash). For zsh: write the script to a file \
          named _\(program) in a folder of $fpath. For fish: \(program) completions fish | source.
          """
        },
        makeExamples: {
          [CommandExample("\(program) completions bash", "Print the script for bash.")]
        }, makeParameters: { [shell] }, builtin: .completions),
      Command(
        name: "man", summary: "Print the manual page.",
        makeDiscussion: { "To read it: \(program) man | man -l -." },
        makeExamples: { [CommandExample("\(program) man", "Print the manual page's source.")] },
        builtin: .manualPage),
    ]
  }

  /// The text of a page, with a line break at its end.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - width: The columns that help is wrapped to; scripts and the manual ignore it.
  public func text(of page: CommandPage, width: Int) -> String {
    switch page {
    case .help(let path): HelpPage(tree: self, path: path, width: width).text
    case .version: "\(name) \(version)\n"
    case .exitStatuses: exitStatusTable
    case .completionScript(let shell):
      CompletionScript.text(for: shell, program: name, callback: Self.completionCallback)
    case .manualPage: ManualPage(tree: self).text
    }
  }

  /// One line per exit status: the number, two spaces, the meaning.
  private var exitStatusTable: String {
    let digits = exitStatuses.map { String($0.code).count }.max() ?? 0
    return exitStatuses.map { status in
      let code = String(status.code)
      return "".padded(to: digits - code.count) + "\(code)  \(status.meaning)\n"
    }.joined()
  }
}
