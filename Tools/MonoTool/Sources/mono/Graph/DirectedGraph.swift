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

  /// The breadth-first tree from several nodes at once, through nodes that may be entered.
  func shortestPaths(
    from starts: [Int], entering mayEnter: (Int) -> Bool = { _ in true }
  ) -> ShortestPaths {
    var previous: [Int?] = Array(repeating: nil, count: count)
    for start in starts { previous[start] = start }
    var queue = starts
    var head = 0
    while head < queue.count {
      let node = queue[head]
      head += 1
      for next in successors[node] where previous[next] == nil && mayEnter(next) {
        previous[next] = node
        queue.append(next)
      }
    }
    return ShortestPaths(previous: previous)
  }

  /// The groups of nodes that depend on one another in a circle, each sorted, in order.
  var cycles: [[Int]] {
    let below = successors.map(reachable)
    let groups = successors.indices.filter { below[$0].contains($0) }.map { node in
      below[node].filter { below[$0].contains(node) }.sorted()
    }
    return Set(groups).sorted { $0[0] < $1[0] }
  }
}

/// The result of one breadth-first search.
struct ShortestPaths: Sendable {
  /// The node before each one that was found, which for a start is the start itself.
  fileprivate let previous: [Int?]

  /// The nodes from a start to the goal, both included.
  func path(to goal: Int) -> [Int]? {
    guard previous[goal] != nil else { return nil }
    var path = [goal]
    while let node = path.last, let before = previous[node], before != node { path.append(before) }
    return path.reversed()
  }
}
