extension DirectedGraph {
  /// The strongly connected components, each sorted, dependencies before dependents.
  ///
  /// Source: R. E. Tarjan, "Depth-First Search and Linear Graph Algorithms", SIAM Journal on
  /// Computing 1 (1972), with an explicit stack so that deep graphs are no problem.
  package var components: [[Int]] {
    var components: [[Int]] = []
    var order: [Int?] = Array(repeating: nil, count: count)
    var low = Array(repeating: 0, count: count)
    var open: [Int] = []
    var isOpen = Array(repeating: false, count: count)
    var visits = 0
    for root in successors.indices where order[root] == nil {
      var calls: [(node: Int, next: Int)] = [(root, 0)]
      while let (node, next) = calls.last {
        if next == 0 {
          order[node] = visits
          low[node] = visits
          visits += 1
          open.append(node)
          isOpen[node] = true
        }
        if next < successors[node].count {
          calls[calls.count - 1].next += 1
          let child = successors[node][next]
          if order[child] == nil {
            calls.append((child, 0))
          } else if isOpen[child] {
            low[node] = min(low[node], order[child] ?? 0)
          }
          continue
        }
        calls.removeLast()
        if let parent = calls.last?.node { low[parent] = min(low[parent], low[node]) }
        guard low[node] == order[node] else { continue }
        var component: [Int] = []
        repeat {
          component.append(open.removeLast())
          isOpen[component[component.count - 1]] = false
        } while component.last != node
        components.append(component.sorted())
      }
    }
    return components
  }

  /// The groups of nodes that depend on one another in a circle.
  package var cycles: [[Int]] {
    components.filter { $0.count > 1 || successors[$0[0]].contains($0[0]) }
  }
}
