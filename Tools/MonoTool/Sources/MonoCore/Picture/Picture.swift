package import Basics

/// A graph as it is shown: boxes and arrows.
package struct Picture: Sendable {
  package struct Node: Sendable, Equatable {
    /// The first line is the name; others say more.
    package let lines: [String]
    /// The kind of box, such as `test`; decides how it looks.
    package let kind: String

    package var name: String { lines.first ?? "" }
  }

  package struct Edge: Sendable, Hashable {
    package let from, to: Int
    /// The rules that the edge breaks.
    package var violations: [String] = []
  }

  package let nodes: [Node]
  package let edges: [Edge]

  /// Nodes and edges in an order that depends only on their names.
  package init(nodes: [Node], edges: [Edge]) {
    let order = nodes.indices.sorted {
      (nodes[$0].name, nodes[$0].lines.joined()) < (nodes[$1].name, nodes[$1].lines.joined())
    }
    var place = Array(repeating: 0, count: nodes.count)
    for (index, node) in order.enumerated() { place[node] = index }
    self.nodes = order.map { nodes[$0] }
    self.edges = edges.map { edge in
      Edge(from: place[edge.from], to: place[edge.to], violations: edge.violations)
    }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  package var graph: DirectedGraph {
    var successors: [[Int]] = Array(repeating: [], count: nodes.count)
    for edge in edges { successors[edge.from].append(edge.to) }
    return DirectedGraph(successors: successors)
  }

  /// Only what leads to a node or is reached from it; everything without one.
  package func focused(on name: String?) throws(MonoError) -> Picture {
    guard let name else { return self }
    guard let center = nodes.firstIndex(where: { $0.name == name }) else {
      throw .usage(
        "There is no '\(name)' in this graph.",
        hint: "It has \(nodes.prefix(12).map(\.name).joined(separator: ", "))"
          + (nodes.count > 12 ? " and \(nodes.count - 12) more." : "."))
    }
    let kept = graph.reachable(from: [center]).union(graph.reversed.reachable(from: [center]))
    let place = Dictionary(uniqueKeysWithValues: kept.sorted().enumerated().map { ($1, $0) })
    return Picture(
      nodes: kept.sorted().map { nodes[$0] },
      edges: edges.compactMap { edge in
        guard let from = place[edge.from], let to = place[edge.to] else { return nil }
        return Edge(from: from, to: to, violations: edge.violations)
      })
  }

  package static func packages(_ workspace: Workspace, findings: [Finding] = []) -> Picture {
    let nodes = workspace.packages.map { Node(lines: [$0.name], kind: "package") }
    let edges = edges(workspace.packageGraph, findings) { workspace.targets[$0].package }
    return Picture(nodes: nodes, edges: edges)
  }

  package static func targets(_ workspace: Workspace, findings: [Finding] = []) -> Picture {
    let nodes = workspace.targets.map { Node(lines: [$0.label], kind: $0.kind.rawValue) }
    return Picture(nodes: nodes, edges: edges(workspace.graph, findings) { $0 })
  }

  /// Declared dependencies, and those that only a forbidden import makes, with the rules they break.
  ///
  /// - Parameter node: The node of a target.
  private static func edges(
    _ graph: DirectedGraph, _ findings: [Finding], node: (Int) -> Int
  ) -> [Edge] {
    var broken: [TargetEdge: Set<String>] = [:]
    for finding in findings {
      guard let edge = finding.edge, node(edge.from) != node(edge.to) else { continue }
      broken[TargetEdge(from: node(edge.from), to: node(edge.to)), default: []].insert(finding.rule)
    }
    let declared = graph.successors.enumerated().flatMap { from, targets in
      targets.map { TargetEdge(from: from, to: $0) }
    }
    return Set(declared).union(broken.keys).map { edge in
      Edge(from: edge.from, to: edge.to, violations: broken[edge]?.sorted() ?? [])
    }
  }

  /// A flowchart that code hosts draw inside documents. Source: Mermaid's flowchart syntax.
  package var mermaid: String {
    var lines = ["flowchart TD"]
    let names = identifiers
    for (name, node) in zip(names, nodes) {
      let text = node.lines.map(Self.mermaidText).joined(separator: "<br/>")
      lines.append("  \(name)[\"\(text)\"]")
    }
    for (number, edge) in edges.enumerated() {
      let words = edge.violations.map { Self.mermaidText("breaks \($0)") }
      let label = words.isEmpty ? "" : "|\"\(words.joined(separator: "<br/>"))\"|"
      lines.append("  \(names[edge.from]) -->\(label) \(names[edge.to])")
      if !edge.violations.isEmpty { lines.append("  linkStyle \(number) stroke:#c00") }
    }
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
      lines.append("  n\(index) [label=\(Self.dotText(node.lines))];")
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
      "nodes": JSON(nodes) { node in
        [
          "name": .string(node.name), "kind": .string(node.kind),
          "details": JSON(Array(node.lines.dropFirst())),
        ]
      },
      "edges": JSON(edges) { edge in
        [
          "from": .string(nodes[edge.from].name), "to": .string(nodes[edge.to].name),
          "violations": JSON(edge.violations),
        ]
      },
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
