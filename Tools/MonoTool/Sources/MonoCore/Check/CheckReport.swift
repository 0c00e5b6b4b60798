package import Basics

/// The findings of a check in the forms that people and programs read.
package struct CheckReport: Sendable {
  package let findings: [Finding]
  package init(findings: [Finding]) { self.findings = findings }

  /// One paragraph for the findings that differ in their place only, and the verdict last.
  package var text: String {
    func group(_ finding: Finding) -> [String] {
      [finding.rule, finding.from, finding.to, finding.message]
    }
    var places = Dictionary(grouping: findings, by: group)
    let paragraphs = findings.compactMap {
      places.removeValue(forKey: group($0)).map(Self.paragraph)
    }
    let verdict =
      findings.isEmpty
      ? "No findings." : "\(findings.count) finding\(findings.count == 1 ? "" : "s")."
    return (paragraphs + [verdict]).joined(separator: "\n") + "\n"
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

  package func json() throws -> JSON {
    ["clean": .boolean(findings.isEmpty), "findings": try JSON(encoding: findings)]
  }
}
