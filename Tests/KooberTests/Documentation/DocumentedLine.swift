import Basics
import Testing

/// A command line that a document shows, and what the document says that it prints.
struct DocumentedLine: Hashable, Sendable {
  enum Kind {
    /// A line of a block, after `$`.
    case command
    /// A line of a block that an administrator types, after `#`.
    case administration
    /// A line of a block that is typed into Python, after `>>>`.
    case python
    /// Text between backquotes in a sentence.
    case inline
    /// An example of a help page.
    case example
  }

  let kind: Kind
  var text: String
  /// The lines below it; none where the document does not say.
  var output: [String] = []

  init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

/// A part of a document whose lines are typed one after another.
struct DocumentSection: Sendable, CustomTestStringConvertible {
  let document: String
  let title: String
  var lines: [DocumentedLine] = []

  var name: String { "\(document)#\(title)" }
  var testDescription: String { name }
}

/// Reads the documents of the repository.
enum DocumentReader {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    .joined(separator: "/")

  /// Every page in Markdown. Those of mono are tried by mono's own tests, in its package.
  static func documents() throws -> [String] { try files(named: "*.md") }

  /// The paths of all files whose names have a pattern, below the root.
  static func files(named pattern: String) throws -> [String] {
    let found = try Subprocess.run(
      "find",
      [
        root, "(", "-name", ".build", "-o", "-path", "\(root)/Tools/MonoTool", ")", "-prune", "-o",
        "-name", pattern, "-print",
      ])
    return found.outputText.split(separator: "\n").map { String($0.dropFirst(root.count + 1)) }
      .sorted()
  }

  /// The parts of a page that have command lines.
  static func sections(of document: String) throws -> [DocumentSection] {
    let text = try Files.text(of: "\(root)/\(document)")
    var sections = [DocumentSection(document: document, title: "")]
    var prose = ""
    var isFenced = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let isCode = isFenced || line.hasPrefix("    ")
      if line.hasPrefix("```") {
        isFenced.toggle()
      } else if isCode {
        sections[sections.count - 1].addCode(String(isFenced ? line : line.dropFirst(4)))
      } else if line.hasPrefix("## ") {
        sections[sections.count - 1].addInline(prose)
        prose = ""
        sections.append(DocumentSection(document: document, title: String(line.dropFirst(3))))
      } else {
        prose += line.isEmpty ? "\n\n" : " \(line)"
        sections[sections.count - 1].endBlock()
      }
    }
    sections[sections.count - 1].addInline(prose)
    return sections.filter { !$0.lines.isEmpty }
  }
}

extension DocumentSection {
  fileprivate mutating func addCode(_ line: String) {
    let prompts: [(String, DocumentedLine.Kind)] = [
      ("$ ", .command), ("# ", .administration), (">>> ", .python),
    ]
    if let (prompt, kind) = prompts.first(where: { line.hasPrefix($0.0) }) {
      // Behind two blanks stands a comment.
      let text = line.dropFirst(prompt.count).prefix(upTo: "  # ")
      lines.append(DocumentedLine(kind, text))
    } else if let last = lines.indices.last, lines[last].kind != .inline {
      if lines[last].text.hasSuffix("\\") {
        lines[last].text.removeLast()
        lines[last].text += String(line.drop { $0 == " " })
      } else {
        lines[last].output.append(line)
      }
    }
  }

  /// What follows in another block is not the output of a line before it.
  fileprivate mutating func endBlock() {
    while lines.last?.output.last == "" { lines[lines.count - 1].output.removeLast() }
  }

  /// Adds what stands between backquotes.
  fileprivate mutating func addInline(_ prose: String) {
    let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where index % 2 == 1 {
      lines.append(DocumentedLine(.inline, part.split(separator: " ").joined(separator: " ")))
    }
  }
}

extension Substring {
  /// The text before another one, without blanks at its end.
  fileprivate func prefix(upTo end: String) -> String {
    let text = firstRange(of: end).map { self[..<$0.lowerBound] } ?? self
    return String(text.prefix(text.count - text.reversed().prefix { $0 == " " }.count))
  }
}
