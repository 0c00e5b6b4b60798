import SwiftParser
import SwiftSyntax

/// An array literal of a manifest, by byte offsets.
struct ArrayPlace {
  struct Element {
    let text: String
    /// From its first byte to behind its comma, when it has one.
    let range: Range<Int>
    let hasComma: Bool
    /// The spaces before it, when it begins its line.
    let indentation: String?
  }

  let elements: [Element]
  /// Between the brackets.
  let inside: Range<Int>

  fileprivate init(_ array: ArrayExprSyntax) {
    inside =
      array.leftSquare.endPosition
      .utf8Offset..<array.rightSquare.positionAfterSkippingLeadingTrivia.utf8Offset
    elements = array.elements.map { element in
      let trivia = element.leadingTrivia.description
      let lineStart = trivia.lastIndex(of: "\n").map { trivia.index(after: $0) }
      return Element(
        text: element.expression.trimmedDescription,
        range: element.positionAfterSkippingLeadingTrivia
          .utf8Offset..<element.endPositionBeforeTrailingTrivia.utf8Offset,
        hasComma: element.trailingComma != nil,
        indentation: lineStart.map { String(trivia[$0...]) })
    }
  }

  /// The first array literal of a source that is wanted.
  static func find(
    in source: String, where isWanted: @escaping (ArrayExprSyntax) -> Bool
  ) -> ArrayPlace? {
    let visitor = ArrayVisitor(isWanted: isWanted)
    visitor.walk(Parser.parse(source: source))
    return visitor.found.map(ArrayPlace.init)
  }
}

private final class ArrayVisitor: SyntaxVisitor {
  private(set) var found: ArrayExprSyntax?
  private let isWanted: (ArrayExprSyntax) -> Bool

  init(isWanted: @escaping (ArrayExprSyntax) -> Bool) {
    self.isWanted = isWanted
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    if found == nil, isWanted(node) { found = node }
    return .visitChildren
  }
}

extension ArrayExprSyntax {
  /// The call that the array is an argument of, when the argument has the label.
  func call(withLabel label: String) -> FunctionCallExprSyntax? {
    guard let argument = parent?.as(LabeledExprSyntax.self), argument.label?.text == label else {
      return nil
    }
    return argument.parent?.parent?.as(FunctionCallExprSyntax.self)
  }

  /// The variable that the array is the initial value of.
  var variable: String? {
    parent?.parent?.as(PatternBindingSyntax.self)?.pattern.trimmedDescription
  }
}

extension FunctionCallExprSyntax {
  var function: String { calledExpression.trimmedDescription }

  /// The text of the argument `name:`, when it is a literal.
  var name: String? {
    arguments.first { $0.label?.text == "name" }?.expression.as(StringLiteralExprSyntax.self)?
      .representedLiteralValue
  }
}
