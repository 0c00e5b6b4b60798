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

  /// The environment variables that the program reads; help and the manual page list them.
  public var environment: [EnvironmentVariable] { makeEnvironment() }

  /// The files that the program reads and writes; the manual page lists them.
  public var files: [ProgramFile] { makeFiles() }

  /// The keys of the program's screens; the manual page lists them.
  public var keys: [ProgramKey] { makeKeys() }

  // The lists that only help and the manual page show, made when they do.
  private let makeExitStatuses: @Sendable () -> [ExitStatus]
  private let makeEnvironment: @Sendable () -> [EnvironmentVariable]
  private let makeFiles: @Sendable () -> [ProgramFile]
  private let makeKeys: @Sendable () -> [ProgramKey]

  /// The words and options that are perhaps meant by those that do not exist.
  let synonyms: [String: String]

  let root: Command<Context>

  /// The options that are accepted before and after every command.
  let globals: [any Parameter]

  /// Declares a program.
  ///
  /// `action` is what the program does without a command; without it a command has to be named.
  /// `synonyms` are the commands that other words mean.
  public init(
    name: String, version: String, date: String, summary: String,
    discussion: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [CommandExample] = [],
    globalOptions: [any Parameter] = [],
    environment: @autoclosure @escaping @Sendable () -> [EnvironmentVariable] = [],
    files: @autoclosure @escaping @Sendable () -> [ProgramFile] = [],
    keys: @autoclosure @escaping @Sendable () -> [ProgramKey] = [],
    exitStatuses: @autoclosure @escaping @Sendable () -> [ExitStatus] = [],
    synonyms: [String: String] = [:], commands: [Command<Context>],
    run action: Command<Context>.Action? = nil
  ) {
    self.version = version
    self.date = date
    makeExitStatuses = exitStatuses
    makeEnvironment = environment
    makeFiles = files
    makeKeys = keys
    self.synonyms = synonyms.merging(["version": "--version", "-V": "--version"]) { $1 }
    globals = globalOptions
    let subcommands = commands + Self.builtins(program: name)
    root = Command(
      name, summary: summary, discussion: discussion(), examples: examples(),
      subcommands: { subcommands }, action: action)
  }

  /// The program's name.
  public var name: String { root.name }

  /// Every command with its path, the program's name excluded; groups and the root included.
  public var allCommands: [(path: [String], command: Command<Context>)] {
    Self.flatten(root, path: [])
  }

  private static func flatten(
    _ command: Command<Context>, path: [String]
  ) -> [(path: [String], command: Command<Context>)] {
    [(path, command)] + command.subcommands.flatMap { flatten($0, path: path + [$0.name]) }
  }

  var globalDefinitions: [ParameterDefinition] { globals.map(\.definition) }
}

/// One row of the table of exit statuses.
public struct ExitStatus: Sendable, Equatable {
  /// The number the process ends with, `0...255`.
  public let code: Int32

  /// Its meaning, in a few words.
  public let meaning: String

  public init(_ code: Int32, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}

/// An environment variable that a program reads.
public struct EnvironmentVariable: Sendable, Equatable {
  public let name: String

  /// Its effect.
  public let meaning: String

  public init(_ name: String, _ meaning: String) {
    self.name = name
    self.meaning = meaning
  }
}

/// A file or folder that a program keeps.
public struct ProgramFile: Sendable, Equatable {
  /// Where it is, with environment variables written as `$NAME`.
  public let path: String

  /// Its contents.
  public let meaning: String

  public init(_ path: String, _ meaning: String) {
    self.path = path
    self.meaning = meaning
  }
}

/// A key, or some keys with one meaning, in a program's screens.
public struct ProgramKey: Sendable, Equatable {
  /// How help writes them, for example `Ctrl-C`.
  public let keys: String

  /// Their effect.
  public let meaning: String

  public init(_ keys: String, _ meaning: String) {
    self.keys = keys
    self.meaning = meaning
  }
}
