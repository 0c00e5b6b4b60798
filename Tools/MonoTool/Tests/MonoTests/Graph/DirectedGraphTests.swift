import Basics
import Testing

@testable import mono

struct DirectedGraphTests {
  @Test func `Why equals a breadth-first search on 500 random pairs`() {
    var numbers = SplitMix64(seed: 7)
    for round in 0..<50 {
      let graph = DirectedGraph.random(nodes: 40, edges: 20 + round * 2, &numbers)
      for _ in 0..<10 {
        let (start, goal) = (numbers.next(below: 40), numbers.next(below: 40))

        let path = graph.shortestPaths(from: [start]).path(to: goal)

        #expect(path.map { $0.count - 1 } == Self.distance(start, goal, graph))
        guard let path else { continue }
        #expect(path.first == start && path.last == goal)
        for (from, to) in zip(path, path.dropFirst()) {
          #expect(graph.successors[from].contains(to))
        }
      }
    }
  }

  /// The number of steps, by widening the set of nodes that can be reached.
  private static func distance(_ start: Int, _ goal: Int, _ graph: DirectedGraph) -> Int? {
    var reached: Set = [start]
    var steps = 0
    while !reached.contains(goal) {
      let next = reached.union(reached.flatMap { graph.successors[$0] })
      if next == reached { return nil }
      reached = next
      steps += 1
    }
    return steps
  }

  @Test func `Cycles are the groups of nodes that reach each other`() {
    var numbers = SplitMix64(seed: 11)
    for _ in 0..<50 {
      let graph = DirectedGraph.random(nodes: 12, edges: 18, &numbers)
      let below = graph.successors.map { graph.reachable(from: $0) }

      let cycles = graph.cycles

      let members = graph.successors.indices.filter { below[$0].contains($0) }
      #expect(cycles.joined().sorted() == members)
      for node in members {
        let together = members.filter { below[node].contains($0) && below[$0].contains(node) }
        #expect(cycles.contains(together))
      }
    }
  }

  @Test func `A deep graph is no problem`() {
    let count = 100_000
    let graph = DirectedGraph(
      successors: (0..<count).map { $0 + 1 < count ? [$0 + 1] : [] })

    #expect(graph.shortestPaths(from: [0]).path(to: count - 1)?.count == count)
  }
}

extension DirectedGraph {
  static func random(nodes: Int, edges: Int, _ numbers: inout SplitMix64) -> DirectedGraph {
    var successors: [[Int]] = Array(repeating: [], count: nodes)
    for _ in 0..<edges {
      let (from, to) = (numbers.next(below: nodes), numbers.next(below: nodes))
      if !successors[from].contains(to) { successors[from].append(to) }
    }
    return DirectedGraph(successors: successors)
  }

  var picture: Picture {
    func name(_ node: Int) -> String { "Node\(node < 10 ? "00" : node < 100 ? "0" : "")\(node)" }
    return Picture(
      nodes: successors.indices.map { Picture.Node(name: name($0), kind: "regular") },
      edges: successors.enumerated().flatMap { from, targets in
        targets.map { Picture.Edge(from: name(from), to: name($0)) }
      })
  }
}
