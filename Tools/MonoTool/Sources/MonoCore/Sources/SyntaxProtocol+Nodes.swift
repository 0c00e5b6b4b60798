import SwiftSyntax

extension SyntaxProtocol {
  /// The nodes of a kind in the tree, this one included, in the order of the source.
  func nodes<Node: SyntaxProtocol>(_ kind: Node.Type) -> [Node] {
    (self.as(kind).map { [$0] } ?? [])
      + children(viewMode: .sourceAccurate).flatMap { $0.nodes(kind) }
  }
}
