import SwiftParser
import SwiftSyntax

/// Finds the lines of a manifest that a finding talks about.
struct ManifestLines {
  private let calls: [Call]
  private let lines: [Substring]

  /// A call such as `.target(name: "A", …)` with every string literal inside it.
  private struct Call {
    let function: String
    let name: String
    let line: Int
    let literals: [(text: String, line: Int)]
  }

  init(source: [UInt8]) {
    lines = String(decoding: source, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let tree = source.withUnsafeBufferPointer { Parser.parse(source: $0) }
    let converter = SourceLocationConverter(fileName: "", tree: tree)
    let visitor = CallVisitor(converter: converter)
    visitor.walk(tree)
    calls = visitor.calls
  }

  /// Where a text stands between quotation marks; 1 when it is computed.
  func line(ofText text: String) -> Int {
    (lines.firstIndex { $0.contains("\"\(text)\"") } ?? 0) + 1
  }

  /// Where a target is declared; 1 when its call cannot be found, as in a computed manifest.
  func line(ofTarget target: String) -> Int { call(ofTarget: target)?.line ?? 1 }

  /// Where a target names a dependency, or where the target is declared.
  func line(ofDependency dependency: String, inTarget target: String) -> Int {
    guard let call = call(ofTarget: target) else { return 1 }
    // The first literal is the target's own name, which a dependency may share.
    return call.literals.dropFirst().first { $0.text == dependency }?.line ?? call.line
  }

  private func call(ofTarget target: String) -> Call? {
    calls.first { Self.functions.contains($0.function) && $0.name == target }
  }

  private static let functions: Set = [
    "target", "executableTarget", "testTarget", "systemLibrary", "binaryTarget", "macro", "plugin",
  ]

  private final class CallVisitor: SyntaxVisitor {
    var calls: [Call] = []
    private let converter: SourceLocationConverter

    init(converter: SourceLocationConverter) {
      self.converter = converter
      super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
      let function = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
      if let function, let name = node.name, ManifestLines.functions.contains(function) {
        let literals = LiteralVisitor(viewMode: .sourceAccurate)
        literals.walk(node)
        calls.append(
          Call(
            function: function, name: name, line: line(of: Syntax(node.arguments)),
            literals: literals.found.map {
              ($0.representedLiteralValue ?? "", line(of: Syntax($0)))
            }))
      }
      return .visitChildren
    }

    private func line(of node: Syntax) -> Int {
      converter.location(for: node.positionAfterSkippingLeadingTrivia).line
    }
  }

  private final class LiteralVisitor: SyntaxVisitor {
    var found: [StringLiteralExprSyntax] = []

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
      found.append(node)
      return .skipChildren
    }
  }
}
