package import Basics

/// Files to create and to change, all of them or none.
package struct ScaffoldPlan: Sendable {
  package struct Edit: Sendable {
    /// Relative to the root.
    package let path: String
    /// `nil` for a new file.
    package let before: String?
    package let after: String
  }

  package let edits: [Edit]

  /// Writes everything or nothing.
  ///
  /// - Throws: `MonoError` when something cannot be written, or was changed since.
  package func apply(root: String) throws(MonoError) {
    try ScaffoldStage(root: root, edits: edits).apply()
  }

  package var json: JSON {
    [
      "created": JSON(edits.filter { $0.before == nil }.map(\.path)),
      "changed": JSON(edits.filter { $0.before != nil }.map(\.path)),
    ]
  }

  /// One line per file, with the lines that an edit adds.
  package var text: String {
    edits.map { edit in
      guard let before = edit.before else { return "create \(edit.path)\n" }
      let old = Set(before.split(separator: "\n"))
      let added = edit.after.split(separator: "\n").filter { !old.contains($0) }
      return "change \(edit.path)\n" + added.map { "  + \($0)\n" }.joined()
    }.joined()
  }
}
