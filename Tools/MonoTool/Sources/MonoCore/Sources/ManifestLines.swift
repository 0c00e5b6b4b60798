import SwiftParser
import SwiftSyntax

/// Finds the lines of a manifest that a finding talks about.
struct ManifestLines {
  private let calls: [Call]
  private let lines: [Substring]

  /// A call such as `.target(name: "A", …)` with every string literal inside it.
  private struct Call {
    let name: String
    let line: Int
    let literals: [(text: String, line: Int)]
  }

  init(source: [UInt8]) {
    lines = String(decoding: source, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    func line(of node: some SyntaxProtocol) -> Int {
      converter.location(for: node.positionAfterSkippingLeadingTrivia).line
    }
    calls = tree.nodes(FunctionCallExprSyntax.self).compactMap { call in
      let callee = call.calledExpression.as(MemberAccessExprSyntax.self)
      guard let function = callee?.declName.baseName.text, Self.functions.contains(function),
        let name = call.name
      else { return nil }
      let literals = call.nodes(StringLiteralExprSyntax.self)
      return Call(
        name: name, line: line(of: call.arguments),
        literals: literals.map { ($0.representedLiteralValue ?? "", line(of: $0)) })
    }
  }

  /// Where a text stands between quotation marks; 1 when it is computed.
  func line(ofText text: String) -> Int {
    (lines.firstIndex { $0.contains("\"\(text)\"") } ?? 0) + 1
  }

  /// Where a target names a dependency, or else is declared; 1 in a computed manifest.
  func line(ofDependency dependency: String?, inTarget target: String) -> Int {
    guard let call = calls.first(where: { $0.name == target }) else { return 1 }
    // The first literal is the target's own name, which a dependency may share.
    return call.literals.dropFirst().first { $0.text == dependency }?.line ?? call.line
  }

  private static let functions: Set = [
    "target", "executableTarget", "testTarget", "systemLibrary", "binaryTarget", "macro", "plugin",
  ]
}

extension SyntaxProtocol {
  /// The nodes of a kind in the tree, this one included, in the order of the source.
  func nodes<Node: SyntaxProtocol>(_ kind: Node.Type) -> [Node] {
    (self.as(kind).map { [$0] } ?? [])
      + children(viewMode: .sourceAccurate).flatMap { $0.nodes(kind) }
  }
}

extension FunctionCallExprSyntax {
  /// The text of the argument `name:`, when it is a literal.
  fileprivate var name: String? { arguments.literal("name") }
}

extension LabeledExprListSyntax {
  /// The text of an argument, when it is a literal.
  func literal(_ label: String) -> String? {
    first { $0.label?.text == label }?.expression.as(StringLiteralExprSyntax.self)?
      .representedLiteralValue
  }
}
