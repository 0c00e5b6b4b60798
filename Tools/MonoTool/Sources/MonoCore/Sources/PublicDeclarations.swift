import SwiftParser
import SwiftSyntax

/// A public type, protocol or type alias.
package struct PublicDeclaration: Sendable, Hashable {
  /// `protocol`, `struct`, `class`, `actor`, `enum` or `typealias`.
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
      let visitor = PublicTypeVisitor(viewMode: .sourceAccurate)
      visitor.walk(tree)
      return visitor.found.map { keyword, name in
        PublicDeclaration(
          keyword: keyword, name: name.text, file: file,
          line: converter.location(for: name.positionAfterSkippingLeadingTrivia).line)
      }
    }.flatMap(\.self)
  }

  fileprivate static let keywords = ["protocol", "struct", "class", "actor", "enum", "typealias"]
    .map { Array($0.utf8) }
}

/// Finds the types, protocols and type aliases that other modules can name, nested ones included.
private final class PublicTypeVisitor: SyntaxVisitor {
  private(set) var found: [(keyword: String, name: TokenSyntax)] = []
  /// Whether members of the extension around them are public without saying so.
  private var isInPublicExtension = false

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    add("protocol", node.name, node.modifiers)
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    add("struct", node.name, node.modifiers)
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    add("class", node.name, node.modifiers)
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    add("actor", node.name, node.modifiers)
  }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    add("enum", node.name, node.modifiers)
  }

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    add("typealias", node.name, node.modifiers)
  }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    isInPublicExtension = Self.isPublic(node.modifiers)
    return .visitChildren
  }

  override func visitPost(_ node: ExtensionDeclSyntax) { isInPublicExtension = false }

  // What stands in a function or an accessor is seen by no other module.
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func add(
    _ keyword: String, _ name: TokenSyntax, _ modifiers: DeclModifierListSyntax
  ) -> SyntaxVisitorContinueKind {
    let hasOwnAccess = modifiers.contains {
      ["private", "fileprivate", "internal", "package"].contains($0.name.text)
    }
    let isPublic = Self.isPublic(modifiers) || (isInPublicExtension && !hasOwnAccess)
    if isPublic { found.append((keyword, name)) }
    return isPublic ? .visitChildren : .skipChildren
  }

  private static func isPublic(_ modifiers: DeclModifierListSyntax) -> Bool {
    modifiers.contains { ["public", "open"].contains($0.name.text) }
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
