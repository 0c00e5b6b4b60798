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
  /// What is left to do, one line each.
  package var next: [String] = []
  /// The command that takes back what was written; `nil` when nothing was.
  package var undo: String?

  package var json: JSON {
    [
      "created": JSON(edits.filter { $0.before == nil }.map(\.path)),
      "changed": JSON(edits.filter { $0.before != nil }.map(\.path)),
      "undo": JSON(optional: undo), "next": JSON(next),
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
      + next.map { "Next: \($0)\n" }.joined()
  }
}

/// Puts what a plan says into the working tree, so that git can take it back wherever it stops.
struct TreeChange {
  let root: String
  let edits: [ScaffoldPlan.Edit]

  /// Writes the files; an error says how to take back those that were.
  func apply() throws(MonoError) {
    let undo = undo
    for edit in edits {
      do throws(MonoError) {
        try Files.write(edit.after, to: Path.join(root, edit.path))
      } catch {
        throw .failure(error.message, hint: "\(error.hint) Take back what was written: \(undo)")
      }
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
