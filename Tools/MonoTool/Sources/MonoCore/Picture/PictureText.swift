package import Basics

/// Pictures as text for other programs.
extension Picture {
  /// A flowchart that code hosts draw inside documents. Source: Mermaid's flowchart syntax.
  package var mermaid: String {
    var lines = ["flowchart TD"]
    let names = identifiers
    for (name, node) in zip(names, nodes) {
      let text = node.lines.map(Self.mermaidText).joined(separator: "<br/>")
      lines.append("  \(name)[\"\(text)\"]\(node.isAffected ? ":::affected" : "")")
    }
    for (number, edge) in edges.enumerated() {
      let words = edge.violations.map { Self.mermaidText("breaks \($0)") }
      let label = words.isEmpty ? "" : "|\"\(words.joined(separator: "<br/>"))\"|"
      lines.append("  \(names[edge.from]) -->\(label) \(names[edge.to])")
      if !edge.violations.isEmpty { lines.append("  linkStyle \(number) stroke:#c00") }
    }
    if nodes.contains(where: \.isAffected) { lines.append("  classDef affected fill:#fd8") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Names of the nodes that do not change with other nodes: their own, where no other node's is spelled
  /// the same. Mermaid's own words begin with a small letter.
  private var identifiers: [String] {
    let names = nodes.map { Workspace.moduleName(for: $0.name) }
    return names.enumerated().map { index, name in
      let isPlain = name.first?.isUppercase == true && name.utf8.allSatisfy { $0 < 0x80 }
      return isPlain && names.count { $0 == name } == 1 ? name : "n\(index)"
    }
  }

  package var dot: String {
    var lines = ["digraph mono {", "  node [shape=box];"]
    for (index, node) in nodes.enumerated() {
      let color = node.isAffected ? ", style=filled, fillcolor=\"#ffdd88\"" : ""
      lines.append("  n\(index) [label=\(Self.dotText(node.lines))\(color)];")
    }
    for edge in edges {
      let words = edge.violations.map { "breaks \($0)" }
      let label = words.isEmpty ? "" : "label=\(Self.dotText(words))"
      let color = edge.violations.isEmpty ? "" : "\(label.isEmpty ? "" : ", ")color=\"#cc0000\""
      let style = label.isEmpty && color.isEmpty ? "" : " [\(label)\(color)]"
      lines.append("  n\(edge.from) -> n\(edge.to)\(style);")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    [
      "nodes": .array(
        nodes.map { node in
          [
            "name": .string(node.name), "kind": .string(node.kind),
            "details": JSON(Array(node.lines.dropFirst())),
            "affected": .boolean(node.isAffected),
          ]
        }),
      "edges": .array(
        edges.map { edge in
          [
            "from": .string(nodes[edge.from].name), "to": .string(nodes[edge.to].name),
            "violations": JSON(edge.violations),
          ]
        }),
    ]
  }

  private static func mermaidText(_ text: String) -> String {
    // A line break would end the statement.
    text.escapedForXML.replacing("\n", with: " ").replacing("\r", with: " ")
  }

  private static func dotText(_ lines: [String]) -> String {
    let text = lines.map {
      $0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
    return "\"\(text.joined(separator: "\\n"))\""
  }
}
