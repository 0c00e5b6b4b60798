import Basics
import Terminal

extension CommandTree<CommandContext> {
  /// Every command of `mono`, with what all of them share.
  static var mono: CommandTree {
    CommandTree(
      name: "mono", version: "2.1.0", date: "2026-11-29",
      summary: "Build, test and guard a repository of many Swift packages.",
      examples: [
        CommandExample("mono test --affected", "Test what your change can break."),
        CommandExample("mono check", "See whether a boundary was crossed."),
      ],
      globalOptions: CommandContext.globalOptions,
      environment: [
        HelpEntry("ASAN_OPTIONS", "Set it to look for leaks, with -- --sanitize address."),
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

/// The context of a command: the options that all commands share, and where it prints.
struct CommandContext: Sendable {
  private static let json = Flag("json", help: "Print one JSON document.")
  private static let quiet = Flag("quiet", help: "Show no progress and no notes.")
  private static let root = Option<String?>(
    "root", kind: .file, help: "The repository; without it the one around the working folder.")

  static let globalOptions: [any Parameter] = [json, quiet, root]

  let terminal: any Terminal
  let isJSON, isQuiet: Bool
  let root: String?
  /// Options for SwiftPM, which followed `--`.
  let passedOn: [String]
  /// Where evaluated manifests are remembered.
  let cacheFolder: String?

  init(
    _ values: ParsedValues, terminal: any Terminal, passedOn: [String], cacheFolder: String?
  ) {
    (isJSON, isQuiet, root) = (values[Self.json], values[Self.quiet], values[Self.root])
    (self.terminal, self.passedOn, self.cacheFolder) = (terminal, passedOn, cacheFolder)
  }

  /// Opens the repository and reads its packages; says which ones it could not read.
  ///
  /// - Parameter isComplete: Whether the command itself reports unreadable packages.
  func open(isComplete: Bool = false) throws -> (Session, Workspace) {
    let session = try Session(root: root, cacheFolder: cacheFolder)
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
  func answer(_ document: some Encodable, text: @autoclosure () -> String) throws {
    try terminal.write(isJSON ? JSON(encoding: document).pretty : text())
  }

  func note(_ text: String) throws {
    if isQuiet { return }
    for line in text.split(separator: "\n") { try terminal.writeErrorLine(Styled(String(line))) }
  }

  /// Says that something takes time; a log shows by these lines where a run stands.
  var progress: @Sendable (String) -> Void {
    let terminal = terminal
    let isShown = !isQuiet && (terminal.capabilities.errorIsTerminal || !isJSON)
    return { text in
      // Whether the line can be shown does not matter to the work.
      if isShown { try? terminal.writeErrorLine(Styled(text + " …", .muted)) }
    }
  }
}
