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
    let bytes = try FlagDefinitions.bytes(of: path)
    let definitions = try FlagDefinitions.compiling(bytes, of: path)
    let problems = try FlagLint().problems(in: definitions.document, text: bytes)
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
  /// Reads a file of flag definitions, or a pipe; `-` is standard input.
  static func reading(_ path: String) throws(Problem) -> FlagDefinitions {
    try compiling(bytes(of: path), of: path)
  }

  fileprivate static func bytes(of path: String) throws(Problem) -> [UInt8] {
    do {
      return try SystemFiles(acceptsStreams: true).read(path == "-" ? "/dev/stdin" : path)
    } catch {
      throw FlagFileError.unreadable(error).problem
    }
  }

  fileprivate static func compiling(
    _ bytes: [UInt8], of path: String
  ) throws(Problem) -> FlagDefinitions {
    do {
      return try FlagDefinitions(parsing: bytes)
    } catch {
      throw FlagFileError.unusable(path: path == "-" ? "/dev/stdin" : path, error).problem
    }
  }
}
