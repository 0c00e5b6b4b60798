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
