import Basics

/// A git repository, asked through the `git` command.
package struct Repository: Sendable {
  /// The folder that paths are relative to: the top of the working tree, or a folder below it.
  package let root: String

  package init(root: String) { self.root = root }

  /// The repository that a folder belongs to, or `nil` when there is none.
  package static func find(at folder: String) throws(MonoError) -> Repository? {
    let result = try Tool.run("git", ["-C", folder, "rev-parse", "--show-toplevel"])
    guard result.status.code == 0 else { return nil }
    return Repository(root: result.outputText.firstLine)
  }

  /// Runs a git command that must succeed, and returns what it wrote.
  func git(_ arguments: [String], input: [UInt8] = []) throws(MonoError) -> [UInt8] {
    let result = try Tool.run("git", ["-C", root] + arguments, input: input)
    guard result.status.code == 0 else {
      throw .failure(
        "'git \(arguments.joined(separator: " "))' failed: \(result.errorText.firstLine)",
        hint: "Run it by hand in \(root) to see why.")
    }
    return result.output
  }

  /// Runs a git command that answers with one line, or `nil` when it fails.
  func line(_ arguments: [String]) throws(MonoError) -> String? {
    let result = try Tool.run("git", ["-C", root] + arguments)
    return result.status.code == 0 ? result.outputText.firstLine : nil
  }

  /// The files that git tracks or would add, relative to the root.
  package func files(matching pathspecs: [String] = []) throws(MonoError) -> [String] {
    let options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]
    return Self.fields(try git(options + pathspecs))
  }

  /// Splits output of `-z` options.
  static func fields(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// The text up to the first line break.
  var firstLine: String { String(prefix { $0 != "\n" }) }
}
