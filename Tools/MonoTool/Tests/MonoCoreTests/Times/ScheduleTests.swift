import Testing

@testable import MonoCore

struct ScheduleTests {
  @Test func `The critical path equals brute force on 100 random graphs`() {
    var numbers = SeededNumbers(seed: 21)
    for _ in 0..<100 {
      let nodes = Int.random(in: 1...12, using: &numbers)
      let graph = DirectedGraph.random(
        nodes: nodes, edges: nodes * 2, acyclic: true, &numbers)
      let seconds = (0..<nodes).map { _ in Double(Int.random(in: 1...99, using: &numbers)) }
      let schedule = Schedule(graph: graph, seconds: seconds)

      let path = schedule.criticalPath

      #expect(schedule.duration(of: path) == Self.longest(graph, seconds))
      for (from, to) in zip(path, path.dropFirst()) {
        #expect(graph.successors[from].contains(to))
      }
    }
  }

  /// The longest of all paths, found by walking every one of them.
  private static func longest(_ graph: DirectedGraph, _ seconds: [Double]) -> Double {
    func walk(_ node: Int) -> Double {
      seconds[node] + (graph.successors[node].map(walk).max() ?? 0)
    }
    return graph.successors.indices.map(walk).max() ?? 0
  }

  @Test func `No targets have no critical path`() {
    #expect(Schedule(graph: DirectedGraph(successors: []), seconds: []).criticalPath == [])
  }
}
