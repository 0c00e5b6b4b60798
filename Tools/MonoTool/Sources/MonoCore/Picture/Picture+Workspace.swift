extension Picture {
  /// The packages and which of them need which.
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

  /// The targets and which of them need which.
  package static func targets(
    _ workspace: Workspace, findings: [Finding] = [], affected: Set<Int> = []
  ) -> Picture {
    let nodes = workspace.targets.enumerated().map { index, target in
      Node(
        lines: [target.label], kind: target.kind.rawValue, isAffected: affected.contains(index))
    }
    return Picture(nodes: nodes, edges: edges(workspace.graph, violations(findings) { $0 }))
  }

  /// The rules that each dependency breaks.
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
