/// A graph over the nodes `0..<count`; edges keep the order in which they were given.
struct DirectedGraph: Sendable, Equatable {
  let successors: [[Int]]

  var count: Int { successors.count }

  var reversed: DirectedGraph {
    var predecessors: [[Int]] = Array(repeating: [], count: count)
    for node in successors.indices {
      for next in successors[node] { predecessors[next].append(node) }
    }
    return DirectedGraph(successors: predecessors)
  }

  /// All nodes that can be reached from the start nodes, these included.
  func reachable(from start: some Sequence<Int>) -> Set<Int> {
    var seen = Set(start)
    var pending = Array(seen)
    while let node = pending.popLast() {
      for next in successors[node] where seen.insert(next).inserted { pending.append(next) }
    }
    return seen
  }

  /// A shortest path as nodes from `start` to `goal`, or `nil` when there is none.
  func shortestPath(from start: Int, to goal: Int) -> [Int]? {
    shortestPaths(from: [start]).path(to: goal)
  }

  /// The breadth-first tree from several nodes at once, through nodes that may be entered.
  func shortestPaths(
    from starts: [Int], entering mayEnter: (Int) -> Bool = { _ in true }
  ) -> ShortestPaths {
    var previous: [Int?] = Array(repeating: nil, count: count)
    var found = Array(repeating: false, count: count)
    var queue = starts
    for start in starts { found[start] = true }
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for next in successors[node] where !found[next] && mayEnter(next) {
        found[next] = true
        previous[next] = node
        queue.append(next)
      }
    }
    return ShortestPaths(previous: previous, found: found)
  }

  /// The strongly connected components, each sorted, dependencies before dependents.
  ///
  /// Source: M. Sharir, "A Strong-Connectivity Algorithm and its Applications in Data Flow Analysis",
  /// Computers and Mathematics with Applications 7 (1981), with an explicit stack so that deep graphs
  /// are no problem.
  var components: [[Int]] {
    let predecessors = reversed
    var components: [[Int]] = []
    var seen: Set<Int> = []
    for root in predecessors.finishingOrder.reversed() where seen.insert(root).inserted {
      var component = [root]
      var next = 0
      while next < component.count {
        component += successors[component[next]].filter { seen.insert($0).inserted }
        next += 1
      }
      components.append(component.sorted())
    }
    return components
  }

  /// The nodes as a depth-first search leaves them.
  private var finishingOrder: [Int] {
    var order: [Int] = []
    var seen: Set<Int> = []
    for root in successors.indices where seen.insert(root).inserted {
      var calls = [(node: root, next: 0)]
      while let (node, next) = calls.last {
        guard next < successors[node].count else {
          order.append(calls.removeLast().node)
          continue
        }
        calls[calls.count - 1].next += 1
        let child = successors[node][next]
        if seen.insert(child).inserted { calls.append((child, 0)) }
      }
    }
    return order
  }

  /// The groups of nodes that depend on one another in a circle.
  var cycles: [[Int]] { components.filter { $0.count > 1 || successors[$0[0]].contains($0[0]) } }
}

/// The result of one breadth-first search.
struct ShortestPaths: Sendable {
  fileprivate let previous: [Int?]
  fileprivate let found: [Bool]

  /// The nodes from a start to the goal, both included.
  func path(to goal: Int) -> [Int]? {
    guard found[goal] else { return nil }
    var path = [goal]
    while let node = path.last, let before = previous[node] { path.append(before) }
    return path.reversed()
  }
}
