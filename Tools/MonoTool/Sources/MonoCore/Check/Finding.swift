/// One violation of a rule.
package struct Finding: Sendable, Hashable, Comparable, Encodable {
  package let rule: String
  /// The breaker of the rule, such as a target.
  package let from: String
  /// The thing that it must not touch, or that is missing.
  package let to: String
  /// Relative to the root.
  package let file: String
  package let line: Int
  package let message: String
  /// The hops from one to the other, each with the place that makes it, or empty.
  package var path: [String] = []
  package let reason: String
  package let remedy: String
  /// The dependency that breaks the rule, as two indexes of targets, when it is one.
  package var edge: TargetEdge?

  package static func < (left: Finding, right: Finding) -> Bool {
    (left.file, left.line, left.rule, left.from, left.to)
      < (right.file, right.line, right.rule, right.from, right.to)
  }

  /// The dependency is for pictures only.
  private enum CodingKeys: CodingKey {
    case rule, from, to, file, line, message, path, reason, remedy
  }
}

extension Rule {
  func finding(
    _ file: String, _ line: Int, from: String, to: String, _ message: String,
    path: [String] = [], edge: TargetEdge? = nil, fix remedy: String
  ) -> Finding {
    Finding(
      rule: name, from: from, to: to, file: file, line: line, message: message, path: path,
      reason: reason, remedy: remedy, edge: edge)
  }
}

/// A dependency of one target on another, by their indexes in the workspace.
package struct TargetEdge: Sendable, Hashable {
  package let from, to: Int
}
