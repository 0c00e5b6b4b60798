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
      Besides what is wrong by flagd's schema, names that do not exist, misspelt members, branches \
      that are never reached and splits that do not split are found.
      """,
    examples: [CommandExample("koober-cloud flags lint flags.json", "Check a file.")],
    parameters: [file]
  ) { values, context in
    let path = values[file]
    let (definitions, text) = try FlagDefinitions.reading(path)
    let problems = try FlagLint().problems(in: definitions.document, text: text)
    guard problems.isEmpty else {
      let list = problems.map {
        "\(path):\($0.line): \($0.finding.severity.rawValue): \($0.finding)"
      }
      let count = problems.count == 1 ? "a problem" : "\(problems.count) problems"
      throw Problem(
        .badData, code: "badFlags",
        message: "\(path) has \(count):\n\(list.joined(separator: "\n"))",
        hint: "Correct \(problems.count == 1 ? "it" : "them") and check again.")
    }
    try context.print(["problems": [String]()]) {
      try context.terminal.writeLine("No problem was found.")
    }
  }
}

extension FlagDefinitions {
  /// Reads a file of flag definitions, or a pipe, and returns its text, too; `-` is standard input.
  static func reading(_ path: String) throws(Problem) -> (FlagDefinitions, text: [UInt8]) {
    let path = path == "-" ? "/dev/stdin" : path
    do throws(FlagFileError) {
      let text = try Result { () throws(FileError) in
        try SystemFiles(acceptsStreams: true).read(path)
      }.mapError(FlagFileError.unreadable).get()
      let definitions = try Result { () throws(FlagDefinitionsError) in
        try FlagDefinitions(parsing: text)
      }.mapError { FlagFileError.unusable(path: path, $0) }.get()
      return (definitions, text)
    } catch {
      throw error.problem
    }
  }
}
