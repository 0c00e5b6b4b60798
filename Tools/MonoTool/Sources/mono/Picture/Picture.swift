import Basics

/// A graph as it is shown: boxes and arrows.
struct Picture: Sendable {
  struct Node: Sendable, Equatable {
    /// The first line is the name; others say more.
    let lines: [String]
    /// The kind of what it stands for, such as `test`.
    let kind: String

    var name: String { lines.first ?? "" }
  }

  struct Edge: Sendable, Hashable {
    let from, to: Int
    /// The rules that the edge breaks.
    var violations: [String] = []
  }

  let nodes: [Node]
  let edges: [Edge]

  /// Nodes and edges in an order that depends only on their names.
  init(nodes: [Node], edges: [Edge]) {
    let order = nodes.indices.sorted {
      (nodes[$0].name, nodes[$0].lines.joined()) < (nodes[$1].name, nodes[$1].lines.joined())
    }
    self.init(order.map { nodes[$0] }, edges, places: order)
  }

  /// - Parameter places: What each node is in the edges; others are left out.
  private init(_ nodes: [Node], _ edges: [Edge], places: [Int]) {
    let place = Dictionary(uniqueKeysWithValues: places.enumerated().map { ($1, $0) })
    self.nodes = nodes
    self.edges = edges.compactMap { edge in
      guard let from = place[edge.from], let to = place[edge.to] else { return nil }
      return Edge(from: from, to: to, violations: edge.violations)
    }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// Only what leads to a node or is reached from it; everything without one.
  func focused(on name: String?) throws -> Picture {
    guard let name else { return self }
    guard let center = nodes.firstIndex(where: { $0.name == name }) else {
      throw MonoError.usage(
        "There is no '\(name)' in this graph.",
        hint: "It has \(nodes.prefix(12).map(\.name).joined(separator: ", "))"
          + (nodes.count > 12 ? " and \(nodes.count - 12) more." : "."))
    }
    let targets = Dictionary(grouping: edges, by: \.from).mapValues { $0.map(\.to) }
    let graph = DirectedGraph(successors: nodes.indices.map { targets[$0] ?? [] })
    let kept = graph.reachable(from: [center]).union(graph.reversed.reachable(from: [center]))
    return Picture(kept.sorted().map { nodes[$0] }, edges, places: kept.sorted())
  }

  static func packages(_ workspace: Workspace, findings: [Finding] = []) -> Picture {
    let nodes = workspace.packages.map { Node(lines: [$0.name], kind: "package") }
    let edges = edges(workspace.packageGraph, findings) { workspace[$0].package }
    return Picture(nodes: nodes, edges: edges)
  }

  static func targets(_ workspace: Workspace, findings: [Finding] = []) -> Picture {
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
    for (from, targets) in graph.successors.enumerated() {
      for target in targets { broken[TargetEdge(from: from, to: target)] = [] }
    }
    for finding in findings {
      guard let edge = finding.edge, node(edge.from) != node(edge.to) else { continue }
      broken[TargetEdge(from: node(edge.from), to: node(edge.to)), default: []].insert(finding.rule)
    }
    return broken.map { Edge(from: $0.from, to: $0.to, violations: $1.sorted()) }
  }

  /// A flowchart that code hosts draw inside documents. Source: Mermaid's flowchart syntax.
  var mermaid: String {
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

  var dot: String {
    var lines = ["digraph mono {", "  node [shape=box];"]
    for (index, node) in nodes.enumerated() {
      lines.append("  n\(index) [label=\(Self.dotText(node.lines))];")
    }
    for edge in edges {
      let label = Self.dotText(edge.violations.map { "breaks \($0)" })
      let style = edge.violations.isEmpty ? "" : " [label=\(label), color=\"#cc0000\"]"
      lines.append("  n\(edge.from) -> n\(edge.to)\(style);")
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  var json: JSON {
    let boxes = JSON(nodes) { node in
      let details = JSON(Array(node.lines.dropFirst()))
      return ["name": .string(node.name), "kind": .string(node.kind), "details": details]
    }
    let arrows = JSON(edges) { edge in
      [
        "from": .string(nodes[edge.from].name), "to": .string(nodes[edge.to].name),
        "violations": JSON(edge.violations),
      ]
    }
    return ["nodes": boxes, "edges": arrows]
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
