import Basics
import MonoCore
import Terminal

/// The context of a command: options, console and databases.
struct CommandContext: Sendable {
  let terminal: any Terminal
  let options: GlobalOptions
  /// Options for SwiftPM, which followed `--`.
  let passedOn: [String]
  /// Where evaluated manifests are remembered.
  let cacheFolder: String?

  var isJSON: Bool { options.output == .json }

  func session() throws -> Session {
    let session = try Session(root: options.root, rules: options.rules, cacheFolder: cacheFolder)
    if cacheFolder == nil {
      try note("Nothing is remembered: neither MONO_CACHE nor HOME names a folder.")
    }
    return session
  }

  func open() throws -> (Session, Workspace) {
    let session = try session()
    return (session, try workspace(of: session))
  }

  /// Reads the packages, and says which ones it could not read.
  func workspace(of session: Session) throws -> Workspace {
    let workspace = try session.workspace()
    for (folder, error) in workspace.unreadable.sorted(by: { $0.key < $1.key }) {
      try note("\(Path.join(folder, "Package.swift")) is left out: \(error.message)")
    }
    return workspace
  }

  /// Prints the result of a command: one JSON document, or text.
  func answer(_ json: @autoclosure () -> JSON, text: @autoclosure () -> String) throws {
    try terminal.write(isJSON ? json().pretty : text())
  }

  func note(_ text: String) throws {
    if options.isQuiet { return }
    for line in text.split(separator: "\n") { try terminal.writeErrorLine(Styled(String(line))) }
  }

  /// Says that something takes time; a log shows by these lines where a run stands.
  var progress: @Sendable (String) -> Void {
    let terminal = terminal
    let isShown = !options.isQuiet && (terminal.capabilities.errorIsTerminal || !isJSON)
    return { text in
      // Whether the line can be shown does not matter to the work.
      if isShown { try? terminal.writeErrorLine(Styled(text + " …", .muted)) }
    }
  }
}
