package import Basics

/// Files to create and to change.
package struct ScaffoldPlan: Sendable {
  package struct Edit: Sendable {
    /// Relative to the root.
    package let path: String
    /// `nil` for a new file.
    package let before: String?
    package let after: String
  }

  package var edits: [Edit]
  /// The command that takes back what was written; `nil` when nothing was.
  package var undo: String?

  package var json: JSON {
    [
      "created": JSON(edits.filter { $0.before == nil }.map(\.path)),
      "changed": JSON(edits.filter { $0.before != nil }.map(\.path)),
      "undo": JSON(optional: undo),
    ]
  }

  /// One line per file, with the lines that an edit adds and removes.
  package var text: String {
    edits.map { edit in
      guard let before = edit.before else { return "create \(edit.path)\n" }
      let old = before.split(separator: "\n")
      let new = edit.after.split(separator: "\n")
      let (had, has) = (Set(old), Set(new))
      return "change \(edit.path)\n"
        + old.filter { !has.contains($0) }.map { "  - \($0)\n" }.joined()
        + new.filter { !had.contains($0) }.map { "  + \($0)\n" }.joined()
    }.joined() + (undo.map { "To take it back: \($0)\n" } ?? "")
  }
}

/// Puts what a plan says into the working tree, so that git can take it back wherever it stops.
struct TreeChange {
  let root: String
  let edits: [ScaffoldPlan.Edit]

  /// Builds everything beside the tree, and then moves it in; an error says how to take that back.
  func apply() throws(MonoError) {
    // Inside the build folder, which is not under version control.
    let staged = Path.join(root, ".build/mono/staged")
    let undo = undo
    do throws(MonoError) {
      try Files.remove(staged)
      for edit in edits {
        try Files.write(edit.after, to: Path.join(staged, edit.path))
      }
      for edit in edits {
        try Files.move(Path.join(staged, edit.path), to: Path.join(root, edit.path))
      }
      try Files.remove(staged)
    } catch {
      throw .failure(error.message, hint: "\(error.hint) Take back what was written: \(undo)")
    }
  }

  /// The command that takes it back; has to be asked before anything is written.
  var undo: String {
    let new = Set(edits.filter { $0.before == nil }.map { newRoot(of: $0.path) }).sorted()
    let old = edits.filter { $0.before != nil }.map(\.path)
    return [("git restore --", old), ("git clean -fdq --", new)].filter { !$0.1.isEmpty }
      .map { command, paths in ([command] + paths.map { "'\($0)'" }).joined(separator: " ") }
      .joined(separator: " && ")
  }

  /// The highest folder of a new file that is new, too, or the file.
  private func newRoot(of path: String) -> String {
    let folder = Path.folder(of: path)
    return folder.isEmpty || Files.exists(Path.join(root, folder)) ? path : newRoot(of: folder)
  }
}
