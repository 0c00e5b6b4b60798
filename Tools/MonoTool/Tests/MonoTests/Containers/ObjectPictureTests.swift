import Basics
import Testing

@testable import mono

/// A program with a global, a factory and a container.
struct ObjectPictureTests {
  @Test func `Makers show what they keep, what they make and how often`() throws {
    let picture = try Self.picture()

    #expect(
      picture.nodes.map { "\($0.kind) \($0.name) \($0.details)" } == [
        #"object Engine []"#, #"object Horn []"#,
        #"object Maker ["keeps engine: Engine?", "keeps horns: Horn"]"#, #"object Ride []"#,
        #"global sharedEngine ["global"]"#,
      ])
    #expect(
      picture.edges.map { "\($0.from) → \($0.to) \($0.label ?? "")" } == [
        "Maker → Engine ", "Maker → Horn 3 ×", "Maker → Ride ", "Maker → sharedEngine uses 2 ×",
        "sharedEngine → Engine ",
      ])
  }

  @Test func `A focus that makes nothing has no picture`() throws {
    #expect(try Self.picture(focus: "Parts").nodes.isEmpty)
  }

  @Test func `Labels stand beside the arrows, in Mermaid and in DOT`() {
    let picture = Picture(
      nodes: ["A", "B"].map { Picture.Node(name: $0, kind: "object") },
      edges: [Picture.Edge(from: "A", to: "B", label: "3 ×", violations: ["apart"])])

    #expect(picture.mermaid.contains("A -->|\"3 ×<br/>breaks apart\"| B"))
    #expect(picture.dot.contains(##""A" -> "B" [label="3 ×\nbreaks apart", color="#cc0000"];"##))
  }

  private static func picture(focus: String = "App") throws -> Picture {
    let folder = try TemporaryFolder()
    try folder.write([
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "App", targets: [
        .target(name: "Parts"), .target(name: "App", dependencies: ["Parts"])])
      """,
      "Sources/Parts/Parts.swift": """
      public final class Engine { public init() {} }
      public struct Horn { public init() {} }
      public actor Ride { public init(engine: Engine) {} }
      public enum Kind { case one }
      """,
      "Sources/App/Globals.swift": """
      import Parts
      let sharedEngine: Engine = Engine()
      """,
      "Sources/App/Maker.swift": """
      import Parts
      final class Maker {
        var engine: Engine?
        let horns = Horn()
        var kind: Kind { .one }
        func makeRide() -> Ride { Ride(engine: sharedEngine) }
        func reset() { engine = sharedEngine; let local = Engine.init(); _ = local }
      }
      extension Maker {
        func makeHorns() -> [Horn] { [Horn(), 1].isEmpty ? [] : [Int](0..<2).map { _ in Horn() } }
        func unknown() { _ = Elsewhere(); self.sharedEngine() }
      }
      """,
    ])
    return try Picture.objects(try folder.workspace(), focus: focus)
  }
}
