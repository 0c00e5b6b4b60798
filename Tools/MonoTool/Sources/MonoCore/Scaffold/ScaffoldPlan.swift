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

  /// Writes everything; on a failure everything is put back and the error thrown.
  package func apply(root: String) throws(MonoError) {
    var done: [Edit] = []
    do {
      for edit in edits {
        done.append(edit)
        try Files.write(edit.after, to: Path.join(root, edit.path))
      }
    } catch {
      for edit in done.reversed() {
        let path = Path.join(root, edit.path)
        if let before = edit.before {
          try? Files.write(before, to: path)
        } else {
          try? Files.remove(path)
        }
      }
      try? removeEmptyFolders(root: root)
      throw error
    }
  }

  private func removeEmptyFolders(root: String) throws(MonoError) {
    let folders = Set(edits.filter { $0.before == nil }.map { Path.folder(of: $0.path) })
    for folder in folders.sorted(by: { $0.count > $1.count }) {
      var folder = folder
      while !folder.isEmpty, Files.isFolder(Path.join(root, folder)),
        Files.entries(Path.join(root, folder)).isEmpty
      {
        try Files.remove(Path.join(root, folder))
        folder = Path.folder(of: folder)
      }
    }
  }

  package var json: JSONValue {
    [
      "created": JSONValue(edits.filter { $0.before == nil }.map(\.path)),
      "changed": JSONValue(edits.filter { $0.before != nil }.map(\.path)),
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
