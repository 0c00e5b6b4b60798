package import Basics

/// The findings of a check in the forms that people and programs read.
package struct CheckReport: Sendable {
  package let findings: [Finding]

  package init(findings: [Finding]) { self.findings = findings }

  /// One paragraph per finding and the verdict last.
  package var text: String {
    let paragraphs = findings.map { finding in
      var lines = ["\(finding.file):\(finding.line): error: [\(finding.rule)] \(finding.message)"]
      if finding.path.count == 1 { lines.append("  path: \(finding.path[0])") }
      if finding.path.count > 1 {
        lines.append("  path:")
        lines += finding.path.map { "    " + $0 }
      }
      lines.append("  why:  \(finding.reason)")
      lines.append("  fix:  \(finding.remedy)")
      return lines.joined(separator: "\n") + "\n"
    }
    let verdict =
      findings.isEmpty
      ? "No findings." : "\(findings.count) finding\(findings.count == 1 ? "" : "s")."
    return (paragraphs + [verdict]).joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    [
      "clean": .boolean(findings.isEmpty),
      "findings": .array(
        findings.map { finding in
          [
            "rule": .string(finding.rule), "from": .string(finding.from), "to": .string(finding.to),
            "file": .string(finding.file), "line": .integer(finding.line),
            "message": .string(finding.message), "path": JSON(finding.path),
            "reason": .string(finding.reason), "remedy": .string(finding.remedy),
          ]
        }),
    ]
  }

  /// The Static Analysis Results Interchange Format, version 2.1.0 (OASIS), which code hosts show
  /// beside the changed lines.
  package var sarif: JSON {
    let names = Set(findings.map(\.rule)).sorted()
    let rules = names.map { name -> JSON in
      let reason = findings.first { $0.rule == name }?.reason ?? ""
      return ["id": .string(name), "fullDescription": ["text": .string(reason)]]
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
      "version": "2.1.0",
      "runs": [
        [
          "tool": ["driver": ["name": "mono", "rules": .array(rules)]],
          "results": .array(findings.map(Self.result)),
        ]
      ],
    ]
  }

  private static func result(_ finding: Finding) -> JSON {
    let text = ([finding.message] + finding.path + [finding.remedy]).joined(separator: "\n")
    return [
      "ruleId": .string(finding.rule), "level": "error", "message": ["text": .string(text)],
      "locations": [
        [
          "physicalLocation": [
            "artifactLocation": ["uri": .string(finding.file)],
            "region": ["startLine": .integer(finding.line)],
          ]
        ]
      ],
    ]
  }
}
