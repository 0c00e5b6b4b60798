import Basics

/// A document with a picture of scopes or of objects: the Mermaid block below a comment such as
/// `<!-- mono graph --containers --focus app -->`.
struct DocumentPicture: Sendable {
  /// Relative to the root.
  let path: String
  let text: String
  private let showsObjects: Bool
  private let focus: String
  /// What the block holds.
  private let drawn: Range<String.Index>

  /// - Returns: `nil` when the document cannot be read or has no such block.
  init?(path: String, root: String) {
    let block =
      /<!-- mono graph --(containers|objects) --focus (\S+) -->\s*```mermaid\n([^`]*)```/
    guard let text = Files.text(Path.join(root, path)), let match = text.firstMatch(of: block)
    else { return nil }
    (self.path, self.text) = (path, text)
    showsObjects = match.1 == "objects"
    focus = String(match.2)
    drawn = match.3.startIndex..<match.3.endIndex
  }

  /// Of the block's first line, from 1.
  var line: Int { text[..<drawn.lowerBound].count { $0 == "\n" } }

  /// The document with the picture as it is in a workspace.
  ///
  /// - Parameter sources: What was read of the workspace already.
  func redrawn(from workspace: Workspace, sources: SourceIndex? = nil) throws -> String {
    let picture =
      showsObjects
      ? try Picture.objects(workspace, focus: focus, sources: sources)
      : try ContainerTree(workspace: workspace, focus: focus, sources: sources).picture
    return text[..<drawn.lowerBound] + picture.mermaid + text[drawn.upperBound...]
  }
}

extension Workspace {
  /// Draws the pictures of documents anew, and returns those documents that differ, as they were
  /// and are.
  func updateDocuments(of rules: RulesFile) throws -> [(path: String, old: String, new: String)] {
    try rules.documents.compactMap { path in
      guard let document = DocumentPicture(path: path, root: root) else { return nil }
      let new = try document.redrawn(from: self)
      if document.text == new { return nil }
      try Files.write(new, to: Path.join(root, path))
      return (path, document.text, new)
    }
  }
}

extension Checker {
  func pictures(_ rule: Rule) throws -> [Finding] {
    try rule.documents.map(\.pattern).compactMap { path in
      func finding(_ line: Int, _ message: String) -> Finding {
        rule.finding(
          path, line, from: path, to: "mono graph", message,
          fix:
            "Write '<!-- mono graph --containers --focus TARGET -->', or --objects, above a block of"
            + " Mermaid, run 'mono graph --update-documents', and look at what it changes in \(path)."
        )
      }
      guard let document = DocumentPicture(path: path, root: workspace.root) else {
        return finding(1, "The document is not there or has no picture of scopes or objects.")
      }
      if document.text == (try document.redrawn(from: workspace, sources: sources)) { return nil }
      return finding(document.line, "The picture shows what is no longer so.")
    }
  }
}
