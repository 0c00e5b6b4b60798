import FoundationEssentials
import FoundationXML
import Testing

@testable import MonoCore

struct PictureTests {
  private let picture = Picture(
    nodes: [
      Picture.Node(lines: ["Zulu"], kind: "test"),
      Picture.Node(lines: ["A<b> & \"c\"", "more"], kind: "regular", isAffected: true),
    ],
    edges: [Picture.Edge(from: 0, to: 1, violations: ["features-apart"])])

  @Test func `Mermaid shows names, marks and broken rules`() {
    #expect(
      picture.mermaid == """
        flowchart TD
          n0["A&lt;b&gt; &amp; &quot;c&quot;<br/>more"]:::affected
          n1["Zulu"]
          n1 -->|"breaks features-apart"| n0
          linkStyle 0 stroke:#c00
          classDef affected fill:#fd8

        """)
  }

  @Test func `Dot shows names, marks and broken rules`() {
    #expect(
      picture.dot == """
        digraph mono {
          node [shape=box];
          n0 [label="A<b> & \\"c\\"\\nmore", style=filled, fillcolor="#ffdd88"];
          n1 [label="Zulu"];
          n1 -> n0 [label="breaks features-apart", color="#cc0000"];
        }

        """)
  }

  @Test func `The drawing is well-formed and says which rule is broken`() {
    let parser = XMLParser(data: Data(picture.svg.utf8))

    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(picture.svg.contains("<title>breaks features-apart</title>"))
    #expect(picture.svg.contains("A&lt;b&gt; &amp; &quot;c&quot;"))
  }

  @Test(arguments: [true, false])
  func `A reduced picture has the same ways and no superfluous edge`(acyclic: Bool) {
    var numbers = SeededNumbers(seed: 17)
    for _ in 1...20 {
      let picture = DirectedGraph.random(nodes: 20, edges: 60, acyclic: acyclic, &numbers).picture

      let reduced = picture.reduced

      for node in picture.nodes.indices {
        let reachable = picture.graph.reachable(from: [node])
        #expect(reduced.graph.reachable(from: [node]) == reachable)
      }
      #expect(reduced.edges.count < picture.edges.count)
      #expect(reduced.reduced.edges == reduced.edges)
    }
    #expect(self.picture.reduced.edges == self.picture.edges)
  }

  @Test func `An empty drawing has dimensions`() {
    let svg = Picture(nodes: [], edges: []).svg

    #expect(!svg.contains("width=\"0") && !svg.contains("height=\"0"))
  }

  @Test func `Two runs give the same bytes, however the nodes are ordered`() {
    var numbers = SeededNumbers(seed: 9)
    let first = DirectedGraph.random(nodes: 60, edges: 150, acyclic: false, &numbers).picture
    let order = Array(first.nodes.indices).shuffled(using: &numbers)
    var place = order
    for (index, node) in order.enumerated() { place[node] = index }
    let second = Picture(
      nodes: order.map { first.nodes[$0] },
      edges: first.edges.shuffled(using: &numbers).map {
        Picture.Edge(from: place[$0.from], to: place[$0.to])
      })

    #expect(first.svg == second.svg)
    #expect(first.mermaid == second.mermaid)
    #expect(first.dot == second.dot)
    #expect(first.json == second.json)
  }

  @Test func `A focus keeps what needs a node and what it needs`() throws {
    let chain = DirectedGraph(successors: [[1], [2], [], [2], []]).picture

    #expect(
      try chain.focused(on: "Node001").nodes.map(\.name) == ["Node000", "Node001", "Node002"])
    #expect(throws: MonoError.self) { try chain.focused(on: "Node9") }
  }
}
