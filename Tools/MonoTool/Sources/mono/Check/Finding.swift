import Basics

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
struct CheckReport: Sendable {
  let findings: [Finding]

  /// One paragraph for the findings that differ in their place only, and the verdict last.
  var text: String {
    func group(_ finding: Finding) -> [String] {
      [finding.rule, finding.from, finding.to, finding.message]
    }
    var places = Dictionary(grouping: findings, by: group)
    let paragraphs = findings.compactMap {
      places.removeValue(forKey: group($0)).map(Self.paragraph)
    }
    let count = "\(findings.count) finding\(findings.count == 1 ? "" : "s")."
    return (paragraphs + [findings.isEmpty ? "No findings." : count]).joined(separator: "\n") + "\n"
  }

  private static func paragraph(_ findings: [Finding]) -> String {
    let finding = findings[0]
    var lines = ["\(finding.file):\(finding.line): error: [\(finding.rule)] \(finding.message)"]
    let others = findings.dropFirst().map { "\($0.file):\($0.line)" }
    lines += others.prefix(3).map { "  also: \($0)" }
    if others.count > 3 { lines.append("  also: \(others.count - 3) more places") }
    if finding.path.count == 1 { lines.append("  path: \(finding.path[0])") }
    if finding.path.count > 1 { lines += ["  path:"] + finding.path.map { "    " + $0 } }
    lines += ["  why:  \(finding.reason)", "  fix:  \(finding.remedy)"]
    return lines.joined(separator: "\n") + "\n"
  }

  func json() throws -> JSON {
    ["clean": .boolean(findings.isEmpty), "findings": try JSON(encoding: findings)]
  }
}
