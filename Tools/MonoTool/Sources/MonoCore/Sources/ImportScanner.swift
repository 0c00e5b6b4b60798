import SwiftParser
import SwiftSyntax

/// Finds the imports of a Swift file with the toolchain's own parser.
package enum ImportScanner {
  package static func scan(_ file: [UInt8]) -> SourceFacts {
    var facts = SourceFacts()
    // A byte order mark says nothing.
    let source = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    facts.hasCode = !tree.statements.isEmpty
    var collector = ImportCollector(source: source)
    collector.collect(tree.statements, isConditional: false)
    facts.imports = collector.imports
    if source.holds("#externalMacro") {
      let uses = String(decoding: source, as: UTF8.self)
        .matches(of: #/#externalMacro\s*\(\s*module:\s*"(\w+)"/#)
      facts.macroModules = Set(uses.map { String($0.1) })
    }
    return facts
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

private struct ImportCollector {
  let source: [UInt8]
  var imports: [ImportStatement] = []
  private var line = 1
  private var counted = 0
  init(source: [UInt8]) { self.source = source }

  mutating func collect(_ statements: CodeBlockItemListSyntax, isConditional: Bool) {
    for statement in statements {
      if let node = statement.item.as(ImportDeclSyntax.self) {
        append(node, isConditional: isConditional)
      } else if let node = statement.item.as(IfConfigDeclSyntax.self) {
        for clause in node.clauses {
          if case .statements(let inner) = clause.elements { collect(inner, isConditional: true) }
        }
      }
    }
  }

  private mutating func append(_ node: ImportDeclSyntax, isConditional: Bool) {
    guard let module = node.path.first?.name.identifier?.name, !module.isEmpty else { return }
    let offset = node.importKeyword.positionAfterSkippingLeadingTrivia.utf8Offset
    line += source[counted..<offset].count { $0 == UInt8(ascii: "\n") }
    counted = offset
    imports.append(ImportStatement(module: module, line: line, isConditional: isConditional))
  }
}

extension [UInt8] {
  /// Whether a text stands in it.
  func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    return withUnsafeBufferPointer { bytes in
      stride(from: 0, through: bytes.count - wanted.count, by: 1).contains { start in
        bytes[start] == wanted[0] && bytes[start...].starts(with: wanted)
      }
    }
  }
}

/// An import in a Swift file, in whichever `#if` branch it stands.
package struct ImportStatement: Sendable, Hashable, Codable {
  /// The first part of the imported path.
  package let module: String
  package let line: Int
  /// Whether it stands in an `#if`.
  package let isConditional: Bool
}

/// The modules that one Swift file names.
package struct SourceFacts: Sendable, Hashable, Codable {
  package var imports: [ImportStatement] = []
  /// Macro modules that the file names in `#externalMacro(module: …)`.
  package var macroModules: Set<String> = []
  /// Whether there is anything but comments.
  package var hasCode = false
}
