import SwiftParser
import SwiftSyntax

/// An import in a Swift file, in whichever `#if` branch it stands.
struct ImportStatement: Sendable, Hashable, Codable {
  /// The first part of the imported path.
  let module: String
  let line: Int
  /// Whether it stands in an `#if`.
  let isConditional: Bool
}

/// The modules that one Swift file names.
struct SourceFacts: Sendable, Hashable, Codable {
  var imports: [ImportStatement] = []
  /// Macro modules that the file names in `#externalMacro(module: …)`.
  var macroModules: Set<String> = []
  /// Whether there is anything but comments.
  var hasCode = false
}

/// Finds the imports of a Swift file with the toolchain's own parser.
enum ImportScanner {
  static func scan(_ file: [UInt8]) -> SourceFacts {
    var facts = SourceFacts()
    // A byte order mark says nothing.
    let source = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
    // Most of a file is behind its imports. A comment can stand between the last one and its module.
    let last = source.lastIndex(of: "import") ?? 0
    let end = source[last...].indices.lazy.filter { source[$0] == newline }.dropFirst(20).first
    let tree = parse(source[..<(end ?? source.count)])
    facts.hasCode = !tree.statements.isEmpty || hasCode(source)
    var (line, counted) = (1, 0)
    for (node, isConditional) in imports(in: tree.statements, isConditional: false) {
      guard let module = node.path.first?.name.identifier?.name, !module.isEmpty else { continue }
      let offset = node.importKeyword.positionAfterSkippingLeadingTrivia.utf8Offset
      line += source[counted..<offset].count { $0 == newline }
      counted = offset
      facts.imports.append(
        ImportStatement(module: module, line: line, isConditional: isConditional))
    }
    if source.holds("#externalMacro") {
      let uses = String(decoding: source, as: UTF8.self)
        .matches(of: #/#externalMacro\s*\(\s*module:\s*"(\w+)"/#)
      facts.macroModules = Set(uses.map { String($0.1) })
    }
    return facts
  }

  private static let newline = UInt8(ascii: "\n")

  private static func parse(_ source: ArraySlice<UInt8>) -> SourceFileSyntax {
    source.withUnsafeBufferPointer { Parser.parse(source: $0) }
  }

  /// Whether there is anything but comments, without parsing where all are of one line.
  private static func hasCode(_ source: [UInt8]) -> Bool {
    if source.holds("/*") { return !parse(source[...]).statements.isEmpty }
    return source.split(separator: newline).contains { line in
      let text = line.drop { $0 <= UInt8(ascii: " ") }
      return !text.isEmpty && !text.starts(with: "//".utf8)
    }
  }

  private static func imports(
    in statements: CodeBlockItemListSyntax, isConditional: Bool
  ) -> [(ImportDeclSyntax, Bool)] {
    statements.flatMap { statement -> [(ImportDeclSyntax, Bool)] in
      if let node = statement.item.as(ImportDeclSyntax.self) { return [(node, isConditional)] }
      let clauses = statement.item.as(IfConfigDeclSyntax.self)?.clauses ?? []
      return clauses.flatMap { clause -> [(ImportDeclSyntax, Bool)] in
        guard case .statements(let inner) = clause.elements else { return [] }
        return imports(in: inner, isConditional: true)
      }
    }
  }

  /// Whether the parser may give up in the middle of the file: it follows 256 levels of nesting.
  static func isDeeplyNested(_ source: [UInt8]) -> Bool {
    var depth = 0
    return source.contains { byte in
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      return depth > 200
    }
  }
}

extension [UInt8] {
  /// Whether a text stands in it.
  func holds(_ text: String) -> Bool { lastIndex(of: text) != nil }

  /// Where a text begins for the last time.
  fileprivate func lastIndex(of text: String) -> Int? {
    let wanted = Array(text.utf8)
    return withUnsafeBufferPointer { bytes in
      stride(from: bytes.count - wanted.count, through: 0, by: -1).first { start in
        bytes[start] == wanted[0] && bytes[start...].starts(with: wanted)
      }
    }
  }
}
