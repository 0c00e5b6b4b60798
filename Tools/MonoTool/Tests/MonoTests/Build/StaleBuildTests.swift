import Basics
import Testing

@testable import mono

/// What changes between two runs is seen by the second, and nothing is remembered.
@Suite(.serialized)
struct StaleBuildTests {
  /// The packages that all tests here build, one after the other.
  private static let shared = Result {
    let folder = try TemporaryFolder.untilExit()
    let packages = names.map(flagged)
    for package in packages { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    return folder
  }
  private static let names = ["Alpha", "Zulu"]

  /// Files with their new texts, `nil` for those that are removed, and what a run says then.
  private typealias Round = (edits: [String: String?], passing: Set<String>, failure: String?)

  private static var rounds: [Round] {
    func source(_ package: String) -> String {
      "Packages/\(package)/Sources/\(package)/Added.swift"
    }
    func test(_ package: String) -> String {
      "Packages/\(package)/Tests/\(package)Tests/Added.swift"
    }
    func added(_ package: String) -> [String: String?] {
      [
        source(package): "extension Model { public var isExtended: Bool { true } }\n",
        test(package): "import Testing\n@Test func added\(package)() {}\n",
      ]
    }
    let zulu = flagged("Zulu").manifest
    let flag = "dependencies: [], swiftSettings: [.define(\"FLAG\")]),"
    let broken = "import Testing\n@Test func broken() { #expect(1 == 2) }\n"
    return [
      ([:], [], nil),
      // The last package alone, and several at once.
      (added("Zulu"), ["addedZulu()", "extendedZulu()"], nil),
      (
        added("Alpha").merging([
          source("Zulu"): nil, test("Zulu"): nil,
          "Packages/Zulu/Package.swift": zulu.replacing("dependencies: []),", with: flag),
        ]) { $1 }, ["addedAlpha()", "extendedAlpha()", "flaggedZulu()"], nil
      ),
      (
        [test("Zulu"): broken], ["addedAlpha()", "extendedAlpha()", "flaggedZulu()"],
        "Root: \(test("Zulu")):2: ZuluTests 'broken()' failed: Expectation failed: 1 == 2"
      ),
      (
        [source("Alpha"): "let wrong: Int = \"\"\n"], [],
        "Root: does not build: \(source("Alpha")):1:18: error: cannot convert value of type 'String'"
          + " to specified type 'Int'"
      ),
      (
        [
          source("Alpha"): nil, test("Alpha"): nil, test("Zulu"): nil,
          "Packages/Zulu/Package.swift": zulu,
        ], [], nil
      ),
    ]
  }

  @Test func `New, deleted, broken and mended files and edited manifests are seen`() throws {
    let folder = try Self.shared.get()
    for (edits, passing, failure) in Self.rounds {
      for (path, text) in edits {
        if let text { try folder.write(text, to: path) } else { try folder.remove(path) }
      }

      let report = try folder.monoTest(Self.names)

      #expect(report.firstFailure == failure, "\(report.text)")
      let passed = report.steps.flatMap(\.tests).filter { $0.outcome == .passed }
      #expect(Set(passed.map(\.name)) == passing, "\(report.text)")
    }
  }

  @Test
  func `An undeclared import builds with plain SwiftPM, and the build and the check refuse it`()
    throws
  {
    let folder = try Self.shared.get()
    let options = ["--build-tests", "--disable-build-manifest-caching"]
    #expect(try folder.swift("build", options).status.code == 0)
    let file = "Packages/Alpha/Sources/Alpha/Alpha.swift"
    let text = folder.text(file) ?? ""
    try folder.write("import Zulu\n\(text)public let isThere = Zulu.isFlagged\n", to: file)
    defer { try? folder.write(text, to: file) }

    // When this fails the toolchain no longer needs the flag.
    #expect(try folder.swift("build", ["--build-tests"]).status.code == 0)
    let report = try folder.monoTest(Self.names)
    let findings = try CheckFixture.findings(in: folder)

    #expect(report.firstFailure?.contains("Alpha imports another target (Zulu)") == true)
    #expect(findings.map { "\($0.rule) \($0.file):\($0.line)" } == ["undeclared-import \(file):1"])
  }

  @Test func `A filter and a choice of packages hold together`() throws {
    let folder = try Self.shared.get()
    let workspace = try folder.workspace()
    var plan = RunPlan.testing(folder.tests(Self.names, in: workspace), in: workspace)
    plan.filter = "flagged"

    let report = try folder.builder(workspace).run(plan)

    #expect(plan.steps.map { workspace.packages[$0.package].name } == ["Root"])
    let ran = report.steps.flatMap(\.tests).map { "\($0.target).\($0.name)" }
    #expect(ran.sorted() == ["AlphaTests.flaggedAlpha()", "ZuluTests.flaggedZulu()"])
  }

  /// A package whose tests are skipped until an edit is seen.
  private static func flagged(_ name: String) -> FixturePackage {
    FixturePackage(
      name: name,
      source: """
        #if FLAG
          public let isFlagged = true
        #else
          public let isFlagged = false
        #endif
        public protocol Extensible {}
        extension Extensible { public var isExtended: Bool { false } }
        public struct Model: Extensible { public init() {} }

        """,
      test: """
        import Testing
        import \(name)
        @Test(.enabled(if: isFlagged)) func flagged\(name)() {}
        @Test(.enabled(if: Model().isExtended)) func extended\(name)() {}

        """)
  }
}
