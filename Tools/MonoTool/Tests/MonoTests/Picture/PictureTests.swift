import Basics
import Testing

@testable import mono

struct PictureTests {
  private let picture = Picture(
    nodes: [
      Picture.Node(name: "Zulu", kind: "test"),
      Picture.Node(name: "A<b> & \"c\"", details: ["more"], kind: "regular"),
    ],
    edges: [Picture.Edge(from: "Zulu", to: "A<b> & \"c\"", violations: ["features-apart"])])

  @Test func `Mermaid shows names, marks and broken rules`() {
    #expect(
      picture.mermaid == """
        flowchart TD
          A_b_____c_["A&lt;b&gt; &amp; &quot;c&quot;<br/>more"]
          Zulu["Zulu"]
          Zulu -->|"breaks features-apart"| A_b_____c_
          linkStyle 0 stroke:#c00

        """)
  }

  @Test func `Where names do not tell nodes apart in Mermaid, or are its words, places do`() {
    let names = ["A-b", "A.b", "Zulu", "end", "Élan"]
    let picture = Picture(
      nodes: names.map { Picture.Node(name: $0, kind: "test") }, edges: [])

    let identifiers = picture.mermaid.split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "[" }.drop { $0 == " " })
    }

    #expect(identifiers == ["n0", "n1", "Zulu", "n3", "n4"])
  }

  @Test func `Dot shows names, marks and broken rules`() {
    #expect(
      picture.dot == """
        digraph mono {
          node [shape=box];
          "A<b> & \\"c\\"" [label="A<b> & \\"c\\"\\nmore"];
          "Zulu" [label="Zulu"];
          "Zulu" -> "A<b> & \\"c\\"" [label="breaks features-apart", color="#cc0000"];
        }

        """)
  }

  @Test(arguments: [
    "a\u{0}b", "a\u{1B}[31m", "\u{FFFE}\u{FFFF}", "]]>", "<!--", "&#0;", "\"'`", "a\nb\rc",
    "é\u{301}🚲",
    "</svg><script>", "\u{7F}\u{85}\u{2028}", "",
  ])
  func `No name makes an invalid drawing`(name: String) {
    let nodes = (0..<3).map { Picture.Node(name: "\(name)\($0)", details: [name], kind: name) }
    let edges = [
      Picture.Edge(from: nodes[0].name, to: nodes[1].name, violations: [name]),
      Picture.Edge(from: nodes[2].name, to: nodes[0].name),
    ]
    for picture in [Picture(nodes: nodes, edges: edges), Picture(nodes: [nodes[0]], edges: [])] {
      #expect(picture.mermaid.split(separator: "\n").allSatisfy { $0.allSatisfy(\.isPrintable) })
      #expect(!picture.dot.dropLast().split(separator: "\n").isEmpty)
    }
  }

  @Test func `Two runs give the same bytes, however the nodes are ordered`() throws {
    var numbers = SplitMix64(seed: 9)
    let first = DirectedGraph.random(nodes: 60, edges: 150, &numbers).picture
    let second = Picture(
      nodes: first.nodes.shuffled(using: &numbers), edges: first.edges.shuffled(using: &numbers))

    #expect(first.mermaid == second.mermaid)
    #expect(first.dot == second.dot)
    #expect(try JSON(encoding: first) == JSON(encoding: second))
  }

  @Test func `A focus keeps what needs a node and what it needs`() throws {
    let chain = DirectedGraph(successors: [[1], [2], [], [2], []]).picture

    #expect(
      try chain.focused(on: "Node001").nodes.map(\.name) == ["Node000", "Node001", "Node002"])
    #expect(throws: MonoError.self) { try chain.focused(on: "Node9") }
  }
}

struct DocumentPictureTests {
  private static let rules = """
    { "rules": [
      { "name": "true", "kind": "pictures", "documents": ["README.md"], "reason": "r" }] }
    """

  @Test func `An outdated picture is a finding until it is drawn anew`() throws {
    let folder = try ContainerTreeTests.app()
    try folder.write(Self.rules, to: "mono.rules.json")
    let rules = try RulesFile.load(root: folder.path)
    let workspace = try folder.workspace()
    func places() throws -> [String] {
      try Checker(workspace: workspace, rules: rules).findings().filter { $0.rule == "true" }
        .map { "\($0.file):\($0.line)" }
    }
    #expect(try places() == ["README.md:1"])
    let comment = "# Title\n\n<!-- mono graph --containers --focus app -->\n"
    try folder.write("\(comment)\nText\n", to: "README.md")
    #expect(try places() == ["README.md:1"])
    try folder.write("\(comment)\n```mermaid\nflowchart TD\n```\n\nText\n", to: "README.md")
    #expect(try places() == ["README.md:5"])

    #expect(try workspace.updateDocuments(of: rules).map(\.path) == ["README.md"])

    #expect(try places() == [])
    #expect(try workspace.updateDocuments(of: rules).isEmpty)
    let end = "  RideContainer --> PickupContainer\n```\n\nText\n"
    #expect(folder.text("README.md")?.hasSuffix(end) == true)
  }
}

extension Character {
  fileprivate var isPrintable: Bool { !unicodeScalars.contains { $0.value < 0x20 } }
}
