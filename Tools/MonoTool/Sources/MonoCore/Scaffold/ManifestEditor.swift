import SwiftParser
import SwiftSyntax

/// Adds elements to the arrays of a manifest or another source, and leaves every other byte as it is.
struct ManifestEditor {
  private(set) var source: String

  /// Adds a dependency on a local package, before the first that sorts after it.
  mutating func addPackage(path: String) throws(MonoError) {
    let element = ".package(path: \"\(path)\")"
    let array = try array(
      orSay: "The manifest's Package(…) has no list of dependencies.",
      hint: "Add 'dependencies: [],' before its targets."
    ) { $0.call(withLabel: "dependencies")?.function == "Package" }
    insert(element, into: array) { existing in
      existing.hasPrefix(".package(") && existing.firstLiteral ?? "" > path
    }
  }

  /// Adds a dependency to a target, among its plain names.
  mutating func addDependency(_ name: String, toTarget target: String) throws(MonoError) {
    let array = try array(
      orSay: "The manifest has no target '\(target)' with dependencies.",
      hint: "Add \"\(name)\" to it by hand, or correct features.rootTarget in the rules file."
    ) { $0.call(withLabel: "dependencies")?.name == target }
    insert("\"\(name)\"", into: array) { existing in
      // Products and the like stay behind the plain names.
      existing.hasPrefix(".") || existing.firstLiteral ?? "" > name
    }
  }

  /// Adds an element at the end of a variable's array.
  mutating func add(_ element: String, toVariable variable: String) throws(MonoError) {
    let array = try array(
      orSay: "No variable '\(variable)' begins with an array.",
      hint: "Add \(element) by hand, or correct features.list in the rules file."
    ) { $0.variable == variable }
    insert(element, into: array) { _ in false }
  }

  /// Adds a test target to the list of those that have their files in other packages.
  ///
  /// - Parameter declaration: A call whose first string is the target's name; the list is where
  ///   other calls of the same function are.
  mutating func addTestTarget(_ declaration: String) throws(MonoError) {
    let function = String(declaration.prefix { $0 != "(" })
    let array = try array(
      orSay: "The manifest lists no tests by calls of \(function).",
      hint: "Correct features.rootTests in the rules file."
    ) { array in
      array.elements.contains {
        $0.expression.as(FunctionCallExprSyntax.self)?.function == function
      }
    }
    insert(declaration, into: array) { existing in
      guard existing.hasPrefix("\(function)("), let name = declaration.firstLiteral else {
        return false
      }
      return existing.firstLiteral ?? "" > name
    }
  }

  /// The first array that is wanted, or a failure.
  private func array(
    orSay problem: String, hint: String, where isWanted: (ArrayExprSyntax) -> Bool
  ) throws(MonoError) -> ArrayPlace {
    let arrays = Parser.parse(source: source).nodes(ArrayExprSyntax.self)
    guard let array = arrays.first(where: isWanted) else { throw .failure(problem, hint: hint) }
    return ArrayPlace(array)
  }

  private mutating func replace(_ range: Range<Int>, with text: String) {
    let bytes = Array(source.utf8)
    source = String(
      decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }

  /// Inserts an element before the first existing one that belongs behind it, or at the end.
  private mutating func insert(
    _ element: String, into array: ArrayPlace, before belongsBehind: (String) -> Bool
  ) {
    if let next = array.elements.first(where: { belongsBehind($0.text) }) {
      replace(next.range.lowerBound..<next.range.lowerBound, with: "\(element),\(next.gap)")
    } else if let last = array.elements.last {
      let text = last.hasComma ? "\(last.gap)\(element)," : ",\(last.gap)\(element)"
      replace(last.range.upperBound..<last.range.upperBound, with: text)
    } else {
      replace(array.inside, with: element)
    }
  }
}

extension String {
  /// The contents of the first string literal in the text.
  fileprivate var firstLiteral: String? {
    let parts = split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.count == 3 ? String(parts[1]) : nil
  }
}

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
