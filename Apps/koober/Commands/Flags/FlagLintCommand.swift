import Basics
import Cloud
import Commands
import Core
import FeatureFlags
import Terminal

/// Checking flag definitions before they are used.
enum FlagLintCommand {
  private static let file = Argument(
    "FILE", kind: .file, help: "The definitions to check; - for standard input.")

  static let lint = Command<CommandContext>(
    "lint", summary: "Check a file of flag definitions.",
    discussion: """
      Besides what is wrong by flagd's schema, a variant of one of koober's own flags without an \
      implementation is a problem, and an implementation that no variant names.
      """,
    examples: [CommandExample("koober flags lint flags.json", "Check a file.")],
    parameters: [file]
  ) { values, context in
    let definitions = try FlagDefinitions.reading(values[file])
    let problems =
      try FlagLint().problems(in: definitions.document)
      // A file may define some of koober's flags only.
      + [Feature].all.registry(of: definitions.keys).problems(in: definitions)
    guard problems.isEmpty else {
      throw Problem(
        .badData, code: "badFlags",
        message: "\(values[file]) has \(problems.count) problem(s):\n"
          + problems.map(\.description).joined(separator: "\n"),
        hint: "Correct them and check again.")
    }
    try context.print(json: ["problems": []]) {
      try context.terminal.writeLine("No problem was found.")
    }
  }
}

extension FlagDefinitions {
  /// Reads a file of flag definitions, or a pipe; `-` is standard input.
  static func reading(_ path: String) throws(Problem) -> FlagDefinitions {
    do {
      return try FlagDefinitions(
        file: path == "-" ? "/dev/stdin" : path, files: SystemFiles(acceptsStreams: true))
    } catch {
      throw error.problem
    }
  }
}
