import Basics

extension Repository {
  /// The paths of the files of a commit.
  package func files(of commit: String) throws(MonoError) -> [String] {
    Self.fields(try git(["ls-tree", "-r", "-z", "--name-only", commit]))
  }

  /// Where each symbolic link that git knows points to, relative to the root.
  package func links() throws(MonoError) -> [String: String] {
    var links: [String: String] = [:]
    for field in Self.fields(try git(["ls-files", "-z", "--stage"]))
    where field.hasPrefix("120000 ") {
      guard let tab = field.firstIndex(of: "\t") else { continue }
      let path = String(field[field.index(after: tab)...])
      guard let target = Files.linkTarget(Path.join(root, path)) else { continue }
      links[path] = Path.join(Path.folder(of: path), target)
    }
    return links
  }

  /// The contents of a file in a commit.
  package func contents(of path: String, in commit: String) throws(MonoError) -> [UInt8] {
    try git(["cat-file", "blob", "\(commit):./\(path)"])
  }

  /// Writes files of a commit into a folder, at the same relative places.
  package func export(_ commit: String, paths: [String], to folder: String) throws(MonoError) {
    let index = ["GIT_INDEX_FILE": Path.join(folder, ".git-index")]
    let checkout = ["checkout-index", "-z", "--stdin", "--force", "--prefix=\(folder)/"]
    let names = Array(paths.joined(separator: "\0").utf8)
    for (arguments, input) in [(["read-tree", commit], []), (checkout, names)] {
      let result = try Tool.run(
        "git", ["-C", root] + arguments, environment: index, input: input)
      guard result.status.code == 0 else {
        throw .failure(
          "The files of \(commit) cannot be written: \(result.errorText.firstLine)",
          hint: "Check the disk, and that the repository is whole ('git fsck').")
      }
    }
  }
}
