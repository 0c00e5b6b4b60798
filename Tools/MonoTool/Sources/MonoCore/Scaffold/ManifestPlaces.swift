import SwiftParser
import SwiftSyntax

/// An array literal of a manifest, by byte offsets.
struct ArrayPlace {
  struct Element {
    let text: String
    /// From its first byte to behind its comma, when it has one.
    let range: Range<Int>
    let hasComma: Bool
    /// What separates it from the element before: a line break and spaces, or a space.
    let gap: String
  }

  let elements: [Element]
  /// Between the brackets.
  let inside: Range<Int>

  init(_ array: ArrayExprSyntax) {
    inside =
      array.leftSquare.endPosition
      .utf8Offset..<array.rightSquare.positionAfterSkippingLeadingTrivia.utf8Offset
    elements = array.elements.map { element in
      let trivia = element.leadingTrivia.description
      let lineStart = trivia.lastIndex(of: "\n")
      return Element(
        text: element.expression.trimmedDescription,
        range: element.positionAfterSkippingLeadingTrivia
          .utf8Offset..<element.endPositionBeforeTrailingTrivia.utf8Offset,
        hasComma: element.trailingComma != nil, gap: lineStart.map { String(trivia[$0...]) } ?? " ")
    }
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
  var name: String? { arguments.literal("name") }
}

extension LabeledExprListSyntax {
  /// The text of an argument, when it is a literal.
  func literal(_ label: String) -> String? {
    first { $0.label?.text == label }?.expression.as(StringLiteralExprSyntax.self)?
      .representedLiteralValue
  }
}
