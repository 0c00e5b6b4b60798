/// A graph as it is shown: boxes and arrows.
package struct Picture: Sendable {
  package struct Node: Sendable, Equatable {
    /// The first line is the name; others say more.
    package let lines: [String]
    /// The kind of box, such as `test`; decides how it looks.
    package let kind: String
    package var isAffected = false

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

  /// Only what leads to a node or is reached from it.
  package func focused(on name: String) throws(MonoError) -> Picture {
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

  package static func packages(
    _ workspace: Workspace, findings: [Finding] = [], affected: Set<Int> = []
  ) -> Picture {
    let affectedPackages = Set(affected.map { workspace.targets[$0].package })
    let nodes = workspace.packages.enumerated().map { index, package in
      Node(lines: [package.name], kind: "package", isAffected: affectedPackages.contains(index))
    }
    let broken = violations(findings) { workspace.targets[$0].package }
    return Picture(nodes: nodes, edges: edges(workspace.packageGraph, broken))
  }

  package static func targets(
    _ workspace: Workspace, findings: [Finding] = [], affected: Set<Int> = []
  ) -> Picture {
    let nodes = workspace.targets.enumerated().map { index, target in
      Node(lines: [target.label], kind: target.kind.rawValue, isAffected: affected.contains(index))
    }
    return Picture(nodes: nodes, edges: edges(workspace.graph, violations(findings) { $0 }))
  }

  private static func violations(
    _ findings: [Finding], node: (Int) -> Int
  ) -> [TargetEdge: Set<String>] {
    var rules: [TargetEdge: Set<String>] = [:]
    for finding in findings {
      guard let edge = finding.edge, node(edge.from) != node(edge.to) else { continue }
      rules[TargetEdge(from: node(edge.from), to: node(edge.to)), default: []].insert(finding.rule)
    }
    return rules
  }

  /// Declared dependencies, and those that only a forbidden import makes.
  private static func edges(_ graph: DirectedGraph, _ broken: [TargetEdge: Set<String>]) -> [Edge] {
    let declared = graph.successors.enumerated().flatMap { from, targets in
      targets.map { TargetEdge(from: from, to: $0) }
    }
    return Set(declared).union(broken.keys).map { edge in
      Edge(from: edge.from, to: edge.to, violations: broken[edge]?.sorted() ?? [])
    }
  }
}
