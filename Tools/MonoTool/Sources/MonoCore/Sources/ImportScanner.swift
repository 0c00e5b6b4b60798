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
    if source.holds(Array("#externalMacro".utf8)) {
      let macros = tree.nodes(MacroExpansionExprSyntax.self)
        .filter { $0.macroName.text == "externalMacro" }
      facts.macroModules = Set(macros.compactMap { $0.arguments.literal("module") })
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
  /// Whether some bytes occur one after the other.
  func holds(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first else { return true }
    guard count >= wanted.count else { return false }
    return withUnsafeBufferPointer { bytes in
      (0...(bytes.count - wanted.count)).contains { start in
        bytes[start] == first && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
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
