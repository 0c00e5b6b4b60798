/// The cost of building targets, by the seconds that each took.
package struct Schedule: Sendable {
  package let graph: DirectedGraph
  package let seconds: [Double]

  package init(graph: DirectedGraph, seconds: [Double]) {
    self.graph = graph
    self.seconds = seconds
  }

  /// The chain of targets that decides how long a build takes with any number of processors, from
  /// what is built last to what is built first.
  package var criticalPath: [Int] {
    var total = seconds
    var next: [Int?] = Array(repeating: nil, count: graph.count)
    // Components come with dependencies first; a circle cannot be built and counts as its parts.
    for node in graph.components.joined() {
      let candidates = graph.successors[node].filter { $0 != node }
      if let best = candidates.max(by: { (total[$0], $1) < (total[$1], $0) }) {
        total[node] = seconds[node] + total[best]
        next[node] = best
      }
    }
    guard let start = total.indices.max(by: { (total[$0], $1) < (total[$1], $0) }) else {
      return []
    }
    var path = [start]
    while let node = path.last, let following = next[node], !path.contains(following) {
      path.append(following)
    }
    return path
  }

  package func duration(of path: [Int]) -> Double { path.map { seconds[$0] }.reduce(0, +) }
}
