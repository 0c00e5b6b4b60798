import Basics

/// A git repository, asked through the `git` command.
struct Repository: Sendable {
  /// The folder that paths are relative to: the top of the working tree, or a folder below it.
  let root: String

  /// The repository that a folder belongs to, or `nil` when there is none.
  static func find(at folder: String) throws -> Repository? {
    try Repository(root: folder).line(["rev-parse", "--show-toplevel"]).map(Repository.init(root:))
  }

  /// Runs a git command that must succeed, and returns what it wrote.
  func git(_ arguments: [String]) throws -> [UInt8] {
    let result = try Tool.run("git", ["-C", root] + arguments)
    guard result.status.code == 0 else {
      throw MonoError.failure(
        "'git \(arguments.joined(separator: " "))' failed: \(result.errorText.firstLine)",
        hint: "Run it by hand in \(root) to see why.")
    }
    return result.output
  }

  /// Runs a git command that answers with one line, or `nil` when it fails.
  func line(_ arguments: [String]) throws -> String? {
    let result = try Tool.run("git", ["-C", root] + arguments)
    return result.status.code == 0 ? result.outputText.firstLine : nil
  }

  /// Runs a git command that must succeed, and returns its lines.
  func lines(_ arguments: [String]) throws -> [String] {
    String(decoding: try git(arguments), as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The files that git tracks or would add, relative to the root.
  func files(matching pathspecs: [String] = []) throws -> [String] {
    let options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"]
    return Self.fields(try git(options + pathspecs))
  }

  /// Splits output of `-z` options.
  static func fields(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  func files(of commit: String) throws -> [String] {
    Self.fields(try git(["ls-tree", "-r", "-z", "--name-only", commit]))
  }

  /// Where each symbolic link that git knows points to, relative to the root.
  func links() throws -> [String: String] {
    var links: [String: String] = [:]
    for field in Self.fields(try git(["ls-files", "-z", "--stage"]))
    where field.hasPrefix("120000 ") {
      let path = String(field.drop { $0 != "\t" }.dropFirst())
      guard let target = Files.linkTarget(Path.join(root, path)) else { continue }
      links[path] = Path.join(Path.folder(of: path), target)
    }
    return links
  }

  /// Writes the files of a commit into a folder.
  func export(_ commit: String, to folder: String) throws {
    let environment = [
      "GIT_DIR": try line(["rev-parse", "--absolute-git-dir"]) ?? "", "GIT_WORK_TREE": folder,
      "GIT_INDEX_FILE": Path.join(folder, ".git-index"),
    ]
    let tree = try line(["rev-parse", "\(commit):./"]) ?? commit
    for arguments in [["read-tree", tree], ["checkout-index", "--all", "--force"]] {
      let result = try Tool.run("git", ["-C", folder] + arguments, environment: environment)
      guard result.status.code == 0 else {
        throw MonoError.failure(
          "The files of \(commit) cannot be written: \(result.errorText.firstLine)",
          hint: "Check the disk, and that the repository is whole ('git fsck').")
      }
    }
  }
}

extension String {
  /// The text up to the first line break.
  var firstLine: String { String(prefix { $0 != "\n" }) }
}
