import Basics
import Testing

@testable import mono

/// A change of a type's layout reaches every module that lays it out.
struct ModelLayoutTests {
  @Test func `Ten layout changes never crash a test and plain SwiftPM crashes`() throws {
    let folder = try TemporaryFolder()
    for package in Self.layered { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(Self.layered), to: "Package.swift")
    #expect(try folder.swift("test", ["--disable-build-manifest-caching"]).status.code == 0)
    try folder.write(Self.models(Self.layouts), to: Self.file)
    // When this fails the toolchain no longer needs the second look.
    #expect(try folder.swift("test").status.code != 0)

    let report = try folder.monoTest(["Core", "Middle", "Outer"])

    #expect(report.succeeded, "\(report.text)")
    #expect(report.steps.flatMap(\.tests).count == 3 * Self.layouts.count)
  }

  private static let file = "Packages/Core/Sources/Core/Core.swift"

  /// Each is the body of a model after a change. The last differs in what is private alone.
  private static let layouts = [
    "public var before = 9\n  public var value: Int",
    "public var before = \"text\"\n  public var value: Int",
    "public var value: Int\n  public var after = [1, 2, 3]",
    "public var before: (Int, Int, Int) = (1, 2, 3)\n  public var value: Int",
    "public private(set) var before: Int8 = 1\n  public var value: Int",
    "public var before: String? = \"text\"\n  public var value: Int\n  public var after = 1.5",
    "public var before = Other()\n  public var value: Int\n"
      + "  public struct Other: Sendable { var one = 1, two = \"2\" }",
    "public var before = Other.second([7])\n  public var value: Int\n"
      + "  public enum Other: Sendable { case first, second([Int]) }",
    "var before: any Error = Failure()\n  public var value: Int\n"
      + "  struct Failure: Error { var one = 1 }",
    "private var before: UInt8 = 1\n  public var value: Int",
  ]

  /// A model for each of the bodies.
  private static func models(_ layouts: [String]) -> String {
    layouts.enumerated().map { index, properties in
      """
      public struct Model\(index): Sendable {
        \(properties)
        public init(value: Int) { self.value = value }
      }

      """
    }.joined()
  }

  /// A text for each of the models.
  private static func forEachModel(_ text: (Int) -> String) -> String {
    layouts.indices.map { text($0) + "\n" }.joined()
  }

  /// Only Middle imports Core; Outer and both their tests reach the models through Middle.
  private static var layered: [FixturePackage] {
    [
      FixturePackage(
        name: "Core", source: models(layouts.map { _ in "public var value: Int" }),
        test: "import Core\nimport Testing\n"
          + forEachModel { "@Test func core\($0)() { #expect(Model\($0)(value: 7).value == 7) }" }),
      FixturePackage(
        name: "Middle", dependencies: ["Core"],
        source: "import Core\n"
          + forEachModel {
            """
            public func make\($0)() -> Model\($0) { Model\($0)(value: 7) }
            public func read(_ model: Model\($0)) -> Int { model.value }
            """
          },
        test: "import Middle\nimport Testing\n"
          + forEachModel {
            """
            @Test func middle\($0)() {
              let models = [make\($0)(), make\($0)()]
              #expect(read(models[1]) == 7)
            }
            """
          }),
      FixturePackage(
        name: "Outer", dependencies: ["Middle"],
        source: "import Middle\n"
          + forEachModel {
            """
            public func outer\($0)() -> Int {
              let models = [make\($0)(), make\($0)()]
              return read(models[1])
            }
            """
          },
        test: "import Outer\nimport Testing\n"
          + forEachModel { "@Test func outermost\($0)() { #expect(outer\($0)() == 7) }" }),
    ]
  }
}
