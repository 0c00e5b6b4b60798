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

    /// With the line break before it, or the space behind its comma.
    var placeWithSpace: Range<Int> {
      if let indentation { return range.lowerBound - indentation.utf8.count - 1..<range.upperBound }
      return range.lowerBound..<range.upperBound + (isFollowedBySpace ? 1 : 0)
    }

    let isFollowedBySpace: Bool
  }

  let elements: [Element]
  /// Between the brackets.
  let inside: Range<Int>
}

extension ManifestEditor {
  enum Wanted {
    /// The array of an argument in a call of a function, or in the target with a name.
    case argument(String, ofCall: String?, name: String?)
    /// The first array that holds a call of a function of the manifest, or of `.testTarget` with a
    /// path into another package.
    case listOfBorrowedTests(String)
    /// The array that is the initial value of a variable.
    case variable(String)
  }

  enum WantedLabel {
    case label(String, ofCall: String)
  }

  func find(_ wanted: Wanted) -> ArrayPlace? {
    let visitor = PlaceVisitor(wanted: wanted)
    visitor.walk(Parser.parse(source: source))
    return visitor.found.map(ArrayPlace.init)
  }

  /// All array literals.
  func arrays() -> [ArrayPlace] {
    let visitor = ArrayVisitor(viewMode: .sourceAccurate)
    visitor.walk(Parser.parse(source: source))
    return visitor.found.map(ArrayPlace.init)
  }

  /// The bytes of an argument's label.
  func find(_ wanted: WantedLabel) -> Range<Int>? {
    guard case .label(let label, let function) = wanted else { return nil }
    let visitor = PlaceVisitor(wanted: .argument(label, ofCall: function, name: nil))
    visitor.walk(Parser.parse(source: source))
    return visitor.label.map {
      $0.positionAfterSkippingLeadingTrivia
        .utf8Offset..<$0.endPositionBeforeTrailingTrivia.utf8Offset
    }
  }
}

extension ArrayPlace {
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
        indentation: lineStart.map { String(trivia[$0...]) },
        isFollowedBySpace: element.trailingTrivia.description == " ")
    }
  }
}

private final class ArrayVisitor: SyntaxVisitor {
  private(set) var found: [ArrayExprSyntax] = []

  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .visitChildren
  }
}

private final class PlaceVisitor: SyntaxVisitor {
  var found: ArrayExprSyntax?
  var label: TokenSyntax?
  private let wanted: ManifestEditor.Wanted

  init(wanted: ManifestEditor.Wanted) {
    self.wanted = wanted
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard case .argument(let argument, let function, let name) = wanted, found == nil,
      function == nil || node.calledExpression.trimmedDescription == function,
      name == nil || Self.name(of: node) == name,
      let match = node.arguments.first(where: { $0.label?.text == argument })
    else { return .visitChildren }
    label = match.label
    found = match.expression.as(ArrayExprSyntax.self)
    return .visitChildren
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    if case .variable(let name) = wanted, found == nil, node.pattern.trimmedDescription == name {
      found = node.initializer?.value.as(ArrayExprSyntax.self)
    }
    return .visitChildren
  }

  override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
    guard case .listOfBorrowedTests(let function) = wanted, found == nil else {
      return .visitChildren
    }
    let holdsTests = node.elements.contains { element in
      guard let call = element.expression.as(FunctionCallExprSyntax.self),
        call.calledExpression.trimmedDescription == function
      else { return false }
      if function != ".testTarget" { return true }
      guard
        let path = call.arguments.first(where: { $0.label?.text == "path" })?.expression
          .as(StringLiteralExprSyntax.self)?.representedLiteralValue
      else { return false }
      return path.split(separator: "/").count > 2
    }
    if holdsTests { found = node }
    return .visitChildren
  }

  private static func name(of call: FunctionCallExprSyntax) -> String? {
    call.arguments.first { $0.label?.text == "name" }?.expression
      .as(StringLiteralExprSyntax.self)?.representedLiteralValue
  }
}
