import Basics
import Terminal

extension CommandTree<CommandContext> {
  /// Every command of `mono`, with what all of them share.
  static var mono: CommandTree {
    CommandTree(
      name: "mono", version: Version.current, date: Version.date,
      summary: "Build, test and guard a repository of many Swift packages.",
      examples: [
        CommandExample("mono test --affected", "Test what your change can break."),
        CommandExample("mono check", "See whether a boundary was crossed."),
      ],
      globalOptions: GlobalOptions.all,
      environment: [
        HelpEntry("ASAN_OPTIONS", "Set it to look for leaks, with --sanitize address."),
        HelpEntry(
          "MONO_CACHE", "The folder of evaluated manifests and of what sources say, by content."),
        HelpEntry("NO_COLOR", "Set to anything for no colors."),
        HelpEntry("SWIFT_BACKTRACE", "Set it to see backtraces of crashed tests."),
      ],
      exitStatuses: [
        ExitStatus(0, "done, nothing found"),
        ExitStatus(1, "findings, failed tests, or no base to compare with"),
        ExitStatus(64, "usage"), ExitStatus(70, "the question could not be answered"),
      ],
      commands: [
        BuildCommands.build, BuildCommands.test, GraphCommands.affected, GraphCommands.check,
        GraphCommands.graph, NewCommand.new,
      ])
  }
}

/// The values of the options that all commands share.
struct GlobalOptions: Sendable {
  /// The forms in which results are printed.
  enum Output: String, CaseIterable, CommandLineValue {
    case text, json

    static var valueName: String { "FORMAT" }
  }

  let isJSON: Bool
  let color: ColorChoice
  let isQuiet: Bool
  let root, rules: String?

  private static let output = Option(
    "output", default: Output.text, help: "Print text for people or one JSON document."
  ).shorthand("json", for: "json")
  private static let color = Option("color", default: ColorChoice.auto, help: "When to use colors.")
  private static let quiet = Flag("quiet", help: "Show no progress and no notes.")
  private static let root = Option<String?>(
    "root", kind: .file, help: "The repository; without it the one around the working folder.")
  private static let rules = Option<String?>(
    "rules", kind: .file, help: "The rules file, relative to the repository.")

  static let all: [any Parameter] = [output, color, quiet, root, rules]

  init(_ values: ParsedValues) {
    isJSON = values[Self.output] == .json
    color = values[Self.color]
    isQuiet = values[Self.quiet]
    (root, rules) = (values[Self.root], values[Self.rules])
  }
}

/// The context of a command: its options, and where it prints.
struct CommandContext: Sendable {
  let terminal: any Terminal
  let options: GlobalOptions
  /// Options for SwiftPM, which followed `--`.
  let passedOn: [String]
  /// Where evaluated manifests are remembered.
  let cacheFolder: String?

  /// Opens the repository and reads its packages; says which ones it could not read.
  ///
  /// - Parameter isComplete: Whether the command itself reports unreadable packages.
  func open(isComplete: Bool = false) throws -> (Session, Workspace) {
    let session = try Session(root: options.root, rules: options.rules, cacheFolder: cacheFolder)
    if cacheFolder == nil {
      try note("Nothing is remembered: neither MONO_CACHE nor HOME names a folder.")
    }
    let workspace = try session.workspace()
    for (folder, error) in workspace.unreadable.sorted(by: { $0.key < $1.key }) where !isComplete {
      try note("\(Path.join(folder, "Package.swift")) is left out: \(error.message)")
    }
    return (session, workspace)
  }

  /// Prints the result of a command: one JSON document, or text.
  func answer(_ json: JSON, text: @autoclosure () -> String) throws {
    try terminal.write(options.isJSON ? json.pretty : text())
  }

  func note(_ text: String) throws {
    if options.isQuiet { return }
    for line in text.split(separator: "\n") { try terminal.writeErrorLine(Styled(String(line))) }
  }

  /// Says that something takes time; a log shows by these lines where a run stands.
  var progress: @Sendable (String) -> Void {
    let terminal = terminal
    let isShown = !options.isQuiet && (terminal.capabilities.errorIsTerminal || !options.isJSON)
    return { text in
      // Whether the line can be shown does not matter to the work.
      if isShown { try? terminal.writeErrorLine(Styled(text + " …", .muted)) }
    }
  }
}
