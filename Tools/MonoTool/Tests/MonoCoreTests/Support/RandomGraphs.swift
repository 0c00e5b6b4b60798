@testable import MonoCore

extension DirectedGraph {
  /// A random graph; without circles when every edge must lead to a smaller node.
  static func random(
    nodes: Int, edges: Int, acyclic: Bool, _ numbers: inout SeededNumbers
  ) -> DirectedGraph {
    var successors: [[Int]] = Array(repeating: [], count: nodes)
    for _ in 0..<edges {
      var (from, to) = (
        Int.random(in: 0..<nodes, using: &numbers),
        Int.random(in: 0..<nodes, using: &numbers)
      )
      if acyclic {
        guard from != to else { continue }
        (from, to) = (max(from, to), min(from, to))
      }
      if !successors[from].contains(to) { successors[from].append(to) }
    }
    return DirectedGraph(successors: successors)
  }

  var picture: Picture {
    Picture(
      nodes: successors.indices.map {
        Picture.Node(lines: ["Node\($0 < 10 ? "00" : $0 < 100 ? "0" : "")\($0)"], kind: "regular")
      },
      edges: successors.enumerated().flatMap { from, targets in
        targets.map { Picture.Edge(from: from, to: $0) }
      })
  }
}
