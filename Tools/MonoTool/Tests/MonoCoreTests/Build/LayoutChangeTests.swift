import Basics
import Testing

@testable import MonoCore

/// Stored properties of a model change; code that never imports the model's module uses its layout.
@Suite(.serialized)
struct LayoutChangeTests {
  /// Each is the body of the model after one more edit.
  static let edits = [
    "public var before = 9\n  public var value: Int",
    "public var before = \"text\"\n  public var value: Int",
    "public var value: Int\n  public var after = [1, 2, 3]",
    "public var before: (Int, Int, Int) = (1, 2, 3)\n  public var value: Int",
    "public var value: Int",
    "public var before: String? = \"text\"\n  public var value: Int\n  public var after = 1.5",
    "private var before: UInt8 = 1\n  public var value: Int",
    "public var before = Other()\n  public var value: Int\n"
      + "  public struct Other: Sendable { var one = 1, two = \"2\" }",
    "public var before = Other.second([7])\n  public var value: Int\n"
      + "  public enum Other: Sendable { case first, second([Int]) }",
    "var before: any Error = Failure()\n  public var value: Int\n"
      + "  struct Failure: Error { var one = 1 }",
  ]

  @Test func `Ten layout changes never crash a test and plain SwiftPM crashes`() throws {
    let folder = try Self.fixture()
    #expect(try folder.plainTest().status.code == 0)
    let plainCrashed = try Self.edits.contains { edit in
      try folder.write(Self.model(edit), to: Self.file)
      return try folder.plainTest().status.code != 0
    }
    // When this fails the toolchain no longer needs the second look.
    #expect(plainCrashed)
    try folder.write(Self.model("public var value: Int"), to: Self.file)
    #expect(try folder.monoTest().succeeded)
    for edit in Self.edits {
      try folder.write(Self.model(edit), to: Self.file)

      let report = try folder.monoTest()

      #expect(report.succeeded, "\(edit): \(report.text)")
      #expect(report.steps.flatMap(\.tests.tests).count == 3)
    }
  }

  private static let file = "Packages/Core/Sources/Core/Core.swift"

  private static func model(_ properties: String) -> String {
    """
    public struct Model: Sendable {
      \(properties)
      public init(value: Int) { self.value = value }
    }

    """
  }

  /// Only Middle imports Core; Outer and both their tests reach the model through Middle.
  private static func fixture() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let packages = [
      FixturePackage(
        name: "Core", source: model("public var value: Int"),
        test: """
          import Core
          import Testing
          @Test func core() { #expect(Model(value: 7).value == 7) }
          """),
      FixturePackage(
        name: "Middle", dependencies: ["Core"],
        source: """
          import Core
          public func makeModel() -> Model { Model(value: 7) }
          public func read(_ model: Model) -> Int { model.value }
          """,
        test: """
          import Middle
          import Testing
          @Test func middle() {
            let models = [makeModel(), makeModel()]
            #expect(read(models[1]) == 7)
          }
          """),
      FixturePackage(
        name: "Outer", dependencies: ["Middle"],
        source: """
          import Middle
          public func outer() -> Int {
            let models = [makeModel(), makeModel()]
            return read(models[1])
          }
          """,
        test: """
          import Outer
          import Testing
          @Test func outermost() { #expect(outer() == 7) }
          """),
    ]
    for package in packages { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    return folder
  }
}
