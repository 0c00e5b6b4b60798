import Testing

@testable import MonoCore

struct LayoutTests {
  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `Boxes never overlap and lie inside the drawing`(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    for round in 0..<10 {
      let graph = DirectedGraph.random(
        nodes: 5 + round * 6, edges: round * 15, acyclic: round.isMultiple(of: 2), &numbers)

      let layout = Layout(graph.picture, tries: 20)

      for (index, box) in layout.boxes.enumerated() {
        #expect(box.x >= 0 && box.x + box.width <= layout.width)
        #expect(box.y >= 0 && box.y + box.height <= layout.height)
        for other in layout.boxes[(index + 1)...] {
          let apart =
            box.x + box.width <= other.x || other.x + other.width <= box.x
            || box.y + box.height <= other.y || other.y + other.height <= box.y
          #expect(apart)
        }
      }
    }
  }

  @Test func `Arrows without circles point down, and bends lie between their boxes`() {
    var numbers = SeededNumbers(seed: 3)
    let picture = DirectedGraph.random(nodes: 40, edges: 90, acyclic: true, &numbers).picture

    let layout = Layout(picture, tries: 20)

    for (edge, bends) in zip(picture.edges, layout.bends) {
      let (from, to) = (layout.boxes[edge.from], layout.boxes[edge.to])
      #expect(from.y + from.height < to.y)
      #expect(bends.allSatisfy { $0.y > from.y + from.height && $0.y < to.y })
    }
  }

  // The second numbers are the crossings in drawings of graphviz.
  @Test(arguments: [(30, 153), (60, 773), (90, 1883)])
  func `Hardly more arrows cross than in graphviz`(nodes: Int, graphviz: Int) {
    let graph = DirectedGraph(
      successors: (0..<nodes).map { node in
        node == 0 ? [] : Set([node / 2, (node * 7 + 3) % node, (node * node + 5) % node]).sorted()
      })

    let crossings = LayerOrder(Layering(graph.picture), tries: 500).crossings

    #expect(Double(crossings) <= Double(graphviz) * 1.1)
  }

  @Test func `Where few arrows cross, hardly more do than in graphviz`() {
    let graph = DirectedGraph(
      successors: (0..<100).map { node in
        node == 0 ? [] : Set([node / 2] + (node % 3 == 0 ? [(node * 7 + 3) % node] : [])).sorted()
      })

    let crossings = LayerOrder(Layering(graph.picture), tries: 1000).crossings

    #expect(Double(crossings) <= 47 * 1.1)
  }

  @Test func `A tree has no crossings`() {
    let tree = DirectedGraph(
      successors: (0..<40).map { [$0 * 3 + 1, $0 * 3 + 2, $0 * 3 + 3].filter { $0 < 40 } })

    #expect(LayerOrder(Layering(tree.picture)).crossings == 0)
  }

  @Test func `An empty picture can be drawn`() {
    #expect(Layout(Picture(nodes: [], edges: [])).boxes.isEmpty)
  }
}
