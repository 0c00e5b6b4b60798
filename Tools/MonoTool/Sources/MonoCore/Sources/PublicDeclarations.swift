import SwiftParser
import SwiftSyntax

/// A public type or protocol at the top level of a file.
package struct PublicDeclaration: Sendable, Hashable {
  /// `protocol`, `struct`, `class`, `actor` or `enum`.
  package let keyword: String
  package let name: String
  package let file: String
  package let line: Int
}

enum PublicDeclarations {
  /// The public `…Dependencies` and `…Container` declarations of files, relative to a root.
  static func scan(_ files: [String], root: String) throws -> [PublicDeclaration] {
    try parallelMap(files) { file -> [PublicDeclaration] in
      guard let source = Files.read(Path.join(root, file)),
        source.declares(suffix: "Dependencies") || source.declares(suffix: "Container")
      else { return [] }
      let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
      let converter = SourceLocationConverter(fileName: file, tree: tree)
      return declarations(in: tree.statements).map { keyword, name in
        PublicDeclaration(
          keyword: keyword, name: name.text, file: file,
          line: converter.location(for: name.positionAfterSkippingLeadingTrivia).line)
      }
    }.flatMap(\.self)
  }

  fileprivate static let keywords = ["protocol", "struct", "class", "actor", "enum"]
    .map { Array($0.utf8) }

  private static func declarations(
    in statements: CodeBlockItemListSyntax
  ) -> [(String, TokenSyntax)] {
    statements.flatMap { statement -> [(String, TokenSyntax)] in
      if let node = statement.item.as(IfConfigDeclSyntax.self) {
        return node.clauses.flatMap { clause -> [(String, TokenSyntax)] in
          guard case .statements(let inner) = clause.elements else { return [] }
          return declarations(in: inner)
        }
      }
      guard let node = statement.item.asProtocol((any DeclGroupSyntax).self),
        let name = statement.item.asProtocol((any NamedDeclSyntax).self)?.name,
        node.modifiers.contains(where: { ["public", "open"].contains($0.name.text) })
      else { return [] }
      return [(node.introducer.text, name)]
    }
  }
}

extension [UInt8] {
  /// Whether a word that ends like this follows a keyword that declares a type; most files can be
  /// told apart without parsing them.
  fileprivate func declares(suffix: String) -> Bool {
    let wanted = Array(suffix.utf8)
    guard let first = wanted.first, count >= wanted.count else { return false }
    for start in 0...(count - wanted.count) where self[start] == first {
      guard self[start..<(start + wanted.count)].elementsEqual(wanted) else { continue }
      var position = start
      while position > 0, self[position - 1] > 0x20 { position -= 1 }
      let space = position
      while position > 0, self[position - 1] <= 0x20 { position -= 1 }
      let before = self[..<position]
      if position < space,
        PublicDeclarations.keywords.contains(where: { before.suffix($0.count).elementsEqual($0) })
      {
        return true
      }
    }
    return false
  }
}
