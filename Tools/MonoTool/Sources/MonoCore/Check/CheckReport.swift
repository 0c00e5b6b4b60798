package import Basics

/// The findings of a check in the forms that people and programs read.
package struct CheckReport: Sendable {
  package let findings: [Finding]
  package init(findings: [Finding]) { self.findings = findings }

  /// One paragraph for the findings that differ in their place only, and the verdict last.
  package var text: String {
    func group(_ finding: Finding) -> [String] {
      [finding.rule, finding.from, finding.to, finding.message, finding.remedy]
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

  /// Workflow commands that GitHub Actions shows beside the changed lines.
  package var annotations: String {
    findings.map { finding in
      GitHubAnnotation.error(
        file: finding.file, line: finding.line, title: finding.rule,
        message: "\(finding.message)\n\(finding.remedy)")
    }.joined()
  }

  package func json() throws -> JSON {
    ["clean": .boolean(findings.isEmpty), "findings": try JSON(encoding: findings)]
  }

  /// The Static Analysis Results Interchange Format of OASIS, version 2.1.0, for code hosts.
  package var sarif: JSON {
    let names = Set(findings.map(\.rule)).sorted()
    let rules = names.map { name -> JSON in
      let reason = findings.first { $0.rule == name }?.reason ?? ""
      return [
        "id": .string(name), "shortDescription": ["text": .string(name)],
        "fullDescription": ["text": .string(reason)], "help": ["text": .string(reason)],
      ]
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "mono", "semanticVersion": .string(Version.current), "rules": .array(rules),
            ]
          ],
          "columnKind": "utf16CodeUnits",
          "results": .array(findings.map(Self.result)),
        ]
      ],
    ]
  }

  private static func result(_ finding: Finding) -> JSON {
    let text = ([finding.message] + finding.path + [finding.remedy]).joined(separator: "\n")
    // The identity of a finding stays although its line moves.
    let identity = ContentHash(finding.rule, finding.from, finding.to, finding.file).hexadecimal
    // A path as a relative URI reference (RFC 3986).
    let uri = finding.file.split(separator: "/").map { PercentCoding.encode(String($0)) }
      .joined(separator: "/")
    return [
      "ruleId": .string(finding.rule), "level": "error", "message": ["text": .string(text)],
      "partialFingerprints": ["findingKey/v1": .string(identity)],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": .string(uri)],
            "region": ["startLine": .integer(finding.line), "startColumn": 1],
          ]
        ]
      ],
    ]
  }
}

/// Marks an error. Source: "Workflow commands for GitHub Actions", "Setting an error message".
enum GitHubAnnotation {
  /// The command with its line break.
  static func error(file: String, line: Int, title: String, message: String) -> String {
    let place = file.isEmpty ? "" : "file=\(property(file)),line=\(max(1, line)),"
    return "::error \(place)title=\(property(title))::\(data(message))\n"
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
