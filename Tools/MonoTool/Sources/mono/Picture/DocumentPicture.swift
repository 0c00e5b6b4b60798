import Basics

/// A document with a picture of scopes: the Mermaid block below a comment such as
/// `<!-- mono graph --containers --focus app -->`.
struct DocumentPicture: Sendable {
  /// Relative to the root.
  let path: String
  let text: String
  let focus: String
  /// What the block holds.
  private let drawn: Range<String.Index>

  /// - Returns: `nil` when the document cannot be read or has no such block.
  init?(path: String, root: String) {
    let block = /<!-- mono graph --containers --focus (\S+) -->\s*```mermaid\n([^`]*)```/
    guard let text = Files.text(Path.join(root, path)), let match = text.firstMatch(of: block)
    else { return nil }
    (self.path, self.text) = (path, text)
    focus = String(match.1)
    drawn = match.2.startIndex..<match.2.endIndex
  }

  /// Of the block's first line, from 1.
  var line: Int { text[..<drawn.lowerBound].count { $0 == "\n" } }

  /// The document with another picture.
  func showing(_ picture: String) -> String {
    text[..<drawn.lowerBound] + picture + text[drawn.upperBound...]
  }
}

extension Workspace {
  /// Draws the pictures of documents anew, and returns those documents that differ, as they were
  /// and are.
  func updateDocuments(of rules: RulesFile) throws -> [(path: String, old: String, new: String)] {
    try rules.documents.compactMap { path in
      guard let document = DocumentPicture(path: path, root: root) else { return nil }
      let tree = try ContainerTree(workspace: self, focus: document.focus)
      let new = document.showing(tree.picture.mermaid)
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
          path, line, from: path, to: "mono graph --containers", message,
          fix:
            "Write '<!-- mono graph --containers --focus TARGET -->' above a block of Mermaid, run"
            + " 'mono graph --update-documents', and look at what it changes in \(path).")
      }
      guard let document = DocumentPicture(path: path, root: workspace.root) else {
        return finding(1, "The document is not there or has no picture of the scopes.")
      }
      let tree = try ContainerTree(workspace: workspace, focus: document.focus, sources: sources)
      if document.text == document.showing(tree.picture.mermaid) { return nil }
      return finding(document.line, "The picture shows what is no longer so.")
    }
  }
}
