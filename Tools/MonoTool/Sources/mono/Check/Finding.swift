/// One violation of a rule.
struct Finding: Sendable, Hashable, Comparable, Encodable {
  let rule: String
  /// The breaker of the rule, such as a target.
  let from: String
  /// The thing that it must not touch, or that is missing.
  let to: String
  /// Relative to the root.
  let file: String
  let line: Int
  let message: String
  /// The hops from one to the other, each with the place that makes it, or empty.
  var path: [String] = []
  let reason: String
  let remedy: String
  /// The dependency that breaks the rule, when it is one.
  var edge: TargetEdge?

  static func < (left: Finding, right: Finding) -> Bool {
    (left.file, left.line, left.rule, left.from, left.to)
      < (right.file, right.line, right.rule, right.from, right.to)
  }

  /// The dependency is for pictures only.
  private enum CodingKeys: CodingKey {
    case rule, from, to, file, line, message, path, reason, remedy
  }
}

/// A dependency of one target on another, by their indexes in the workspace.
struct TargetEdge: Sendable, Hashable {
  let from, to: Int
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

/// The findings of a check in the forms that people and programs read.
struct CheckReport: Sendable, Encodable {
  let findings: [Finding]

  /// One paragraph for each finding, and the verdict last.
  var text: String {
    let count = "\(findings.count) finding\(findings.count == 1 ? "" : "s")."
    let verdict = findings.isEmpty ? "No findings." : count
    return (findings.map(Self.paragraph) + [verdict]).joined(separator: "\n") + "\n"
  }

  private static func paragraph(_ finding: Finding) -> String {
    let first = "\(finding.file):\(finding.line): error: [\(finding.rule)] \(finding.message)"
    let lines =
      [first] + finding.path.map { "  path: \($0)" }
      + ["  why:  \(finding.reason)", "  fix:  \(finding.remedy)"]
    return lines.joined(separator: "\n") + "\n"
  }
}
