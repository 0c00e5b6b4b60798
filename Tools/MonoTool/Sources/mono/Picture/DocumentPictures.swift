import Basics

/// Pictures in documents: a Mermaid block below a comment such as
/// `<!-- mono graph --containers --focus app -->`.
struct DocumentPictures: Sendable {
  private var lines: [String]

  init(text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  var text: String { lines.joined(separator: "\n") }

  struct Place: Sendable, Equatable {
    /// The words of the comment after `mono graph`.
    let arguments: [String]
    /// Of the comment, from 1.
    let line: Int
    /// The lines of the block's contents, as indexes; `nil` when there is no block.
    let block: Range<Int>?
  }

  var places: [Place] {
    lines.indices.compactMap { index in
      let words = lines[index].split(separator: " ").map(String.init)
      guard words.prefix(3) == ["<!--", "mono", "graph"], words.last == "-->" else { return nil }
      let rest = lines[(index + 1)...].drop { $0.trimmingBlanks.isEmpty }
      let end = rest.dropFirst().firstIndex { $0.trimmingBlanks == "```" }
      let hasStart = rest.first?.trimmingBlanks == "```mermaid"
      return Place(
        arguments: Array(words.dropFirst(3).dropLast()), line: index + 1,
        block: hasStart ? end.map { rest.startIndex + 1..<$0 } : nil)
    }
  }

  func contents(of place: Place) -> String {
    place.block.map { lines[$0].map { $0 + "\n" }.joined() } ?? ""
  }

  /// Puts a picture into its place, which is behind the comment when there is no block.
  mutating func replace(_ place: Place, with mermaid: String) {
    let new = mermaid.split(separator: "\n").map(String.init)
    if let block = place.block {
      lines.replaceSubrange(block, with: new)
    } else {
      lines.insert(contentsOf: ["```mermaid"] + new + ["```"], at: place.line)
    }
  }
}

extension Workspace {
  /// The picture that a comment in a document asks for.
  func mermaid(_ arguments: [String], sources: SourceIndex? = nil) throws -> String {
    var words = arguments
    var focus: String?
    if let index = words.firstIndex(of: "--focus"), index + 1 < words.count {
      focus = words[index + 1]
      words.removeSubrange(index...index + 1)
    }
    switch words {
    case ["--containers"]:
      return try ContainerTree(workspace: self, focus: focus, sources: sources).picture.mermaid
    case ["--packages"], []: return try Picture.packages(self).focused(on: focus).mermaid
    case ["--targets"]: return try Picture.targets(self).focused(on: focus).mermaid
    default:
      throw MonoError.usage(
        "'mono graph \(arguments.joined(separator: " "))' is no picture for documents.",
        hint: "Use --packages, --targets or --containers, and --focus NAME.")
    }
  }

  /// Draws the pictures of documents anew, and returns the documents that differ.
  func updatedDocuments(of rules: RulesFile) throws -> [(path: String, text: String)] {
    try rules.documents.compactMap { path in
      guard let text = Files.text(Path.join(root, path)) else { return nil }
      var document = DocumentPictures(text: text)
      for place in document.places.reversed() {
        document.replace(place, with: try mermaid(place.arguments))
      }
      return document.text == text ? nil : (path, document.text)
    }
  }
}

extension Checker {
  func pictures(_ rule: Rule) throws -> [Finding] {
    try rule.documents.map(\.pattern).flatMap { path -> [Finding] in
      func finding(_ line: Int, _ what: String, _ message: String, _ remedy: String) -> Finding {
        rule.finding(path, line, from: path, to: what, message, fix: remedy)
      }
      guard let text = Files.text(Path.join(workspace.root, path)) else {
        return [finding(1, "", "The document does not exist.", "Write it, or change the rule.")]
      }
      let document = DocumentPictures(text: text)
      return try document.places.compactMap { place in
        let what = "mono graph " + place.arguments.joined(separator: " ")
        do {
          if document.contents(of: place) == (try picture(place.arguments)) { return nil }
        } catch let error as MonoError {
          return finding(place.line, what, error.message, error.hint)
        }
        return finding(
          place.line, what, "The picture shows what is no longer so.",
          "Run 'mono graph --update-documents', and look at what it changes in \(path).")
      }
    }
  }

  /// A picture, remembered as long as the packages and sources are the same.
  private func picture(_ arguments: [String]) throws -> String {
    let targets = workspace.targets.map { [$0.label, $0.kind.rawValue, $0.folder] }
    let keys = sources.all.map { sources.source($0).key }
    let state = "\(targets) \(workspace.graph.successors) \(sources.files) \(keys)"
    let key = FactMemory.Source(Array(state.utf8))
    return try workspace.facts.facts("picture \(arguments)", of: [key]) {
      [workspace, sources] _ in try workspace.mermaid(arguments, sources: sources)
    }[0]
  }
}
