import Basics

/// A graph as it is shown: boxes and arrows.
struct Picture: Sendable, Encodable {
  struct Node: Sendable, Equatable, Encodable {
    /// Differs from that of every other node.
    let name: String
    /// What else its box says, one line each.
    var details: [String] = []
    /// The kind of what it stands for, such as `test`.
    let kind: String
  }

  /// An arrow between two nodes, by their names.
  struct Edge: Sendable, Hashable, Encodable {
    let from, to: String
    /// What it says beside the arrow.
    var label: String?
    /// The rules that the edge breaks.
    var violations: [String] = []

    /// The label and the broken rules, one line each.
    var lines: [String] { [label].compactMap(\.self) + violations.map { "breaks \($0)" } }
  }

  let nodes: [Node]
  let edges: [Edge]
  /// Where the arrows of a Mermaid flowchart lead: `TD` down, or `LR` to the right, which keeps many
  /// arrows out of one box readable.
  let direction: String

  /// Nodes and edges in an order that depends only on their names.
  init(nodes: [Node], edges: [Edge], direction: String = "TD") {
    self.direction = direction
    self.nodes = nodes.sorted { $0.name < $1.name }
    self.edges = edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Only what leads to a node or is reached from it; everything without one.
  func focused(on name: String?) throws -> Picture {
    guard let name else { return self }
    guard nodes.contains(where: { $0.name == name }) else {
      throw MonoError.usage(
        "There is no '\(name)' in this graph.",
        hint: "It has \(nodes.prefix(12).map(\.name).joined(separator: ", "))"
          + (nodes.count > 12 ? " and \(nodes.count - 12) more." : "."))
    }
    let places = Dictionary(uniqueKeysWithValues: zip(nodes.map(\.name), nodes.indices))
    let targets = Dictionary(grouping: edges, by: \.from).mapValues {
      $0.compactMap { places[$0.to] }
    }
    let graph = DirectedGraph(successors: nodes.map { targets[$0.name] ?? [] })
    let center = [places[name]].compactMap(\.self)
    let kept = graph.reachable(from: center).union(graph.reversed.reachable(from: center))
    let names = Set(kept.map { nodes[$0].name })
    return Picture(
      nodes: nodes.filter { names.contains($0.name) },
      edges: edges.filter { names.contains($0.from) && names.contains($0.to) })
  }

  static func packages(_ workspace: Workspace, findings: [Finding] = []) -> Picture {
    let nodes = workspace.packages.map { Node(name: $0.name, kind: "package") }
    let edges = edges(workspace, findings) { workspace.package(of: $0).name }
    return Picture(nodes: nodes, edges: edges)
  }

  static func targets(_ workspace: Workspace, findings: [Finding] = []) -> Picture {
    let nodes = workspace.targets.map { Node(name: $0.label, kind: $0.kind.rawValue) }
    return Picture(nodes: nodes, edges: edges(workspace, findings) { workspace[$0].label })
  }

  /// Declared dependencies, and those that only a forbidden import makes, with the rules they break.
  ///
  /// - Parameter name: The node of a target.
  private static func edges(
    _ workspace: Workspace, _ findings: [Finding], name: (Int) -> String
  ) -> [Edge] {
    let declared = workspace.graph.successors.enumerated().flatMap { from, targets in
      targets.map { (TargetEdge(from: from, to: $0), [String]()) }
    }
    let broken = findings.compactMap { finding in finding.edge.map { ($0, [finding.rule]) } }
    let all = (declared + broken).map { edge, rules in
      (Edge(from: name(edge.from), to: name(edge.to)), rules)
    }.filter { $0.0.from != $0.0.to }
    return Dictionary(all) { $0 + $1 }.map { edge, rules in
      Edge(from: edge.from, to: edge.to, violations: Set(rules).sorted())
    }
  }

  /// A flowchart that code hosts draw inside documents. Source: Mermaid's flowchart syntax.
  var mermaid: String {
    var lines = ["flowchart \(direction)"]
    let identifiers = identifiers
    for node in nodes {
      let text = ([node.name] + node.details).map(Self.mermaidText).joined(separator: "<br/>")
      lines.append("  \(identifiers[node.name] ?? "")[\"\(text)\"]")
    }
    for (number, edge) in edges.enumerated() {
      let words = edge.lines.map(Self.mermaidText)
      let label = words.isEmpty ? "" : "|\"\(words.joined(separator: "<br/>"))\"|"
      lines.append("  \(identifiers[edge.from] ?? "") -->\(label) \(identifiers[edge.to] ?? "")")
      if !edge.violations.isEmpty { lines.append("  linkStyle \(number) stroke:#c00") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Identifiers of the nodes that do not change with other nodes: their own names, where no other
  /// node's is spelled the same. Mermaid's own words begin with a small letter.
  private var identifiers: [String: String] {
    let words = nodes.map { Workspace.moduleName(for: $0.name) }
    let all = zip(nodes, words).enumerated().map { index, pair in
      let (node, word) = pair
      let isPlain = word.first?.isUppercase == true && word.utf8.allSatisfy { $0 < 0x80 }
      return (node.name, isPlain && words.count { $0 == word } == 1 ? word : "n\(index)")
    }
    return Dictionary(uniqueKeysWithValues: all)
  }

  var dot: String {
    let boxes = nodes.map {
      "  \(Self.dotText([$0.name])) [label=\(Self.dotText([$0.name] + $0.details))];"
    }
    let arrows = edges.map { edge in
      let color = edge.violations.isEmpty ? "" : ", color=\"#cc0000\""
      let style = edge.lines.isEmpty ? "" : " [label=\(Self.dotText(edge.lines))\(color)]"
      return "  \(Self.dotText([edge.from])) -> \(Self.dotText([edge.to]))\(style);"
    }
    let lines = ["digraph mono {", "  node [shape=box];"] + boxes + arrows + ["}"]
    return lines.joined(separator: "\n") + "\n"
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
