import SwiftParser
import SwiftSyntax

/// Adds elements to the arrays of a manifest or another source, and leaves every other byte as it is.
struct ManifestEditor {
  private(set) var source: String

  init(source: String) { self.source = source }

  /// Adds a dependency on a local package, before the first that sorts after it.
  mutating func addPackage(path: String) throws(MonoError) {
    let element = ".package(path: \"\(path)\")"
    if let array = find(.argument("dependencies", ofCall: "Package", name: nil)) {
      insert(element, into: array) { existing in
        guard existing.hasPrefix(".package(") else { return false }
        return existing.firstLiteral.map { $0 > path } ?? false
      }
    } else if let targets = find(.label("targets", ofCall: "Package")) {
      replace(targets, with: "dependencies: [\n    \(element)\n  ],\n  targets")
    } else {
      throw .failure(
        "The manifest has no Package(…) call with targets.", hint: "Add \(element) by hand.")
    }
  }

  /// Adds a dependency to a target, among its plain names.
  mutating func addDependency(_ name: String, toTarget target: String) throws(MonoError) {
    guard let array = find(.argument("dependencies", ofCall: nil, name: target)) else {
      throw .failure(
        "The manifest has no target '\(target)' with dependencies.",
        hint: "Add \"\(name)\" to it by hand, or correct features.rootTarget in the rules file.")
    }
    insert("\"\(name)\"", into: array) { existing in
      // Products and the like stay behind the plain names.
      existing.hasPrefix(".") || existing.firstLiteral.map { $0 > name } ?? false
    }
  }

  /// Adds an element at the end of a variable's array.
  mutating func add(_ element: String, toVariable variable: String) throws(MonoError) {
    guard let array = find(.variable(variable)) else {
      throw .failure(
        "No variable '\(variable)' begins with an array.",
        hint: "Add \(element) by hand, or correct features.list in the rules file.")
    }
    insert(element, into: array) { _ in false }
  }

  /// Adds a test target to the list of those that have their files in other packages.
  ///
  /// - Parameter declaration: A call whose first string is the target's name; the list is where
  ///   other calls of the same function are.
  mutating func addTestTarget(_ declaration: String) throws(MonoError) {
    let function = Self.function(of: declaration)
    guard let array = find(.listOfBorrowedTests(function)) else {
      throw .failure(
        "The manifest lists no tests of other packages.", hint: "Add the test target by hand.")
    }
    insert(declaration, into: array) { existing in
      guard Self.function(of: existing) == function, let name = declaration.firstLiteral else {
        return false
      }
      return existing.firstLiteral.map { $0 > name } ?? false
    }
  }

  /// Whether the manifest lists tests whose files are in other packages, with calls like this one.
  func listsBorrowedTests(like declaration: String) -> Bool {
    find(.listOfBorrowedTests(Self.function(of: declaration))) != nil
  }

  /// Removes elements from all arrays.
  ///
  /// - Parameter isGone: Gets an element's text and the contents of its first string literal.
  mutating func removeElements(where isGone: (String, String?) -> Bool) {
    var places: [Range<Int>] = []
    for elements in arrays().map(\.elements) {
      let gone = elements.map { isGone($0.text, $0.text.firstLiteral) }
      for (index, element) in elements.enumerated() where gone[index] {
        let place = element.placeWithSpace
        // The last one takes the comma behind the one that is then last.
        let kept = elements.indices.last { $0 < index && !gone[$0] }
        let start = element.hasComma ? nil : kept.map { elements[$0].range.upperBound - 1 }
        places.append((start ?? place.lowerBound)..<place.upperBound)
      }
    }
    for place in RangeSet(places).ranges.reversed() { replace(place, with: "") }
  }

  private static func function(of call: String) -> String { String(call.prefix { $0 != "(" }) }

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
      let gap = next.indentation.map { "\n" + $0 } ?? " "
      replace(next.range.lowerBound..<next.range.lowerBound, with: "\(element),\(gap)")
    } else if let last = array.elements.last {
      let gap = last.indentation.map { "\n" + $0 } ?? " "
      let place = last.range.upperBound
      let text = last.hasComma ? "\(gap)\(element)," : ",\(gap)\(element)"
      replace(place..<place, with: text)
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
