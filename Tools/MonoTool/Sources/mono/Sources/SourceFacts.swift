import SwiftParser
import SwiftSyntax

/// An import in a Swift file, in whichever `#if` branch it stands.
struct ImportStatement: Sendable, Hashable, Codable {
  /// The first part of the imported path.
  let module: String
  let line: Int
}

/// A place in a source that a rule about code means.
struct CodeMatch: Sendable, Codable {
  /// The rule's name.
  let rule: String
  let line: Int
  let text: String
}

/// What one Swift file says, read by the toolchain's own parser.
struct SourceFacts: Sendable, Codable {
  let imports: [ImportStatement]
  /// Whether there is anything but comments.
  let hasCode: Bool
  let matches: [CodeMatch]

  /// - Parameter rules: Those about code.
  init(_ source: [UInt8], rules: [Rule] = []) {
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    imports = Self.imports(in: tree.statements).compactMap { node in
      guard let module = node.path.first?.name.identifier?.name, !module.isEmpty else { return nil }
      let place = node.importKeyword.positionAfterSkippingLeadingTrivia
      return ImportStatement(module: module, line: converter.location(for: place).line)
    }
    hasCode = !tree.statements.isEmpty
    if rules.isEmpty {
      matches = []
    } else if Self.isDeeplyNested(source) {
      // The parser gives up there, so nothing can be said about the rest.
      matches = rules.filter { $0.kind == .forbiddenCode }.map {
        CodeMatch(rule: $0.name, line: 1, text: "200 levels of brackets")
      }
    } else {
      matches = CodeScanner.scan(tree).flatMap { fact in
        rules.filter { $0.means(fact) }.map {
          CodeMatch(
            rule: $0.name, line: converter.location(for: fact.position).line, text: fact.text)
        }
      }
    }
  }

  private static func imports(in statements: CodeBlockItemListSyntax) -> [ImportDeclSyntax] {
    statements.flatMap { statement -> [ImportDeclSyntax] in
      if let node = statement.item.as(ImportDeclSyntax.self) { return [node] }
      let clauses = statement.item.as(IfConfigDeclSyntax.self)?.clauses ?? []
      return clauses.flatMap { clause -> [ImportDeclSyntax] in
        guard case .statements(let inner) = clause.elements else { return [] }
        return imports(in: inner)
      }
    }
  }

  /// Whether the parser may give up in the middle of the file: it follows 256 levels of nesting.
  private static func isDeeplyNested(_ source: [UInt8]) -> Bool {
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
