import Basics
import Testing

@testable import mono

struct PictureTests {
  private let picture = Picture(
    nodes: [
      Picture.Node(lines: ["Zulu"], kind: "test"),
      Picture.Node(lines: ["A<b> & \"c\"", "more"], kind: "regular"),
    ],
    edges: [Picture.Edge(from: 0, to: 1, violations: ["features-apart"])])

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
      nodes: names.map { Picture.Node(lines: [$0], kind: "test") }, edges: [])

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
          n0 [label="A<b> & \\"c\\"\\nmore"];
          n1 [label="Zulu"];
          n1 -> n0 [label="breaks features-apart", color="#cc0000"];
        }

        """)
  }

  @Test(arguments: [
    "a\u{0}b", "a\u{1B}[31m", "\u{FFFE}\u{FFFF}", "]]>", "<!--", "&#0;", "\"'`", "a\nb\rc",
    "é\u{301}🚲",
    "</svg><script>", "\u{7F}\u{85}\u{2028}", "",
  ])
  func `No name makes an invalid drawing`(name: String) {
    let nodes = (0..<3).map { Picture.Node(lines: [name, "\($0)"], kind: name) }
    let edges = [Picture.Edge(from: 0, to: 1, violations: [name]), Picture.Edge(from: 2, to: 0)]
    for picture in [Picture(nodes: nodes, edges: edges), Picture(nodes: [nodes[0]], edges: [])] {
      #expect(picture.mermaid.split(separator: "\n").allSatisfy { $0.allSatisfy(\.isPrintable) })
      #expect(!picture.dot.dropLast().split(separator: "\n").isEmpty)
    }
  }

  @Test func `Two runs give the same bytes, however the nodes are ordered`() {
    var numbers = SplitMix64(seed: 9)
    let first = DirectedGraph.random(nodes: 60, edges: 150, &numbers).picture
    let order = Array(first.nodes.indices).shuffled(using: &numbers)
    var place = order
    for (index, node) in order.enumerated() { place[node] = index }
    let second = Picture(
      nodes: order.map { first.nodes[$0] },
      edges: first.edges.shuffled(using: &numbers).map {
        Picture.Edge(from: place[$0.from], to: place[$0.to])
      })

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

struct DocumentPicturesTests {
  private static let document = """
    # Title

    <!-- mono graph --packages -->

    ```mermaid
    flowchart TD
      n0["Old"]
    ```

    Text
    <!-- mono graph --targets --focus P -->
    more

    """

  @Test func `Pictures are found with their contents`() {
    let places = DocumentPictures(text: Self.document).places

    #expect(places.map(\.arguments) == [["--packages"], ["--targets", "--focus", "P"]])
    #expect(places.map(\.line) == [3, 11])
    #expect(places.map { $0.block != nil } == [true, false])
  }

  @Test func `Outdated pictures are findings until they are drawn anew`() throws {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "P", source: "", test: "import P").write(to: folder)
    try folder.write(Self.document, to: "README.md")
    try folder.write(
      #"{ "rules": [{ "name": "true", "kind": "pictures", "documents": ["README.md"], "reason": "r" }] }"#,
      to: "mono.rules.json")
    let rules = try RulesFile.load(root: folder.path)
    let workspace = try folder.workspace()
    func places() throws -> [String] {
      try Checker(workspace: workspace, rules: rules).findings().map { "\($0.file):\($0.line)" }
    }
    #expect(try places() == ["README.md:3", "README.md:11"])

    for (path, text) in try workspace.updatedDocuments(of: rules) {
      try folder.write(text, to: path)
    }

    #expect(try places() == [])
    #expect(try workspace.updatedDocuments(of: rules).isEmpty)
    #expect(folder.text("README.md")?.contains("  P[\"P\"]\n```\n\nText") == true)
    let second = "PTests[\"PTests\"]\n  PTests --> P\n```\nmore"
    #expect(folder.text("README.md")?.contains(second) == true)
  }

  @Test(arguments: [["--svg"], ["--packages", "--focus", "Nothing"]])
  func `A picture that cannot be drawn is a finding`(arguments: [String]) throws {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "P", source: "", test: "").write(to: folder)

    #expect(throws: MonoError.self) { try folder.workspace().mermaid(arguments) }
  }
}

extension Character {
  fileprivate var isPrintable: Bool { !unicodeScalars.contains { $0.value < 0x20 } }
}
