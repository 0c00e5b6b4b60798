import Basics
import MonoTesting
import Testing

@testable import MonoCore

/// What changes between two runs is seen by the second.
@Suite(.serialized)
struct StaleBuildTests {
  /// The packages that all tests here build, one after the other.
  private static let shared = Result { try fixture(in: .untilExit()) }

  @Test func `New and deleted files and edited manifests are seen in each package`() throws {
    let folder = try Self.shared.get()
    #expect(
      try folder.monoTest(Self.names).steps.flatMap(\.tests).count == Self.names.count * 2)
    // The last package alone, and several at once.
    let rounds: [[(edit: Edit, package: String)]] = [
      [(.newFile, "Zulu")],
      [(.deletedFile, "Zulu"), (.newFile, "Alpha"), (.editedManifest, "Zulu")],
    ]
    var passing: Set<String> = []
    for round in rounds {
      for (edit, package) in round {
        try edit.apply(to: package, in: folder)
        edit.change(&passing, of: package)
      }

      let report = try folder.monoTest(Self.names)

      #expect(report.succeeded, "\(round): \(report.text)")
      let tests = report.steps.flatMap(\.tests).filter { $0.outcome == .passed }
      #expect(Set(tests.map(\.name)) == passing, "\(round)")
    }
    for package in Self.names { try Edit.undo(in: package, of: folder) }
  }

  @Test func `A broken test in the last package fails the run and is named`() throws {
    let folder = try Self.shared.get()
    let file = "Packages/Zulu/Tests/ZuluTests/Broken.swift"
    try folder.write("import Testing\n@Test func broken() { #expect(1 == 2) }\n", to: file)
    defer { try? folder.remove(file) }

    let report = try folder.monoTest(Self.names)

    #expect(!report.succeeded)
    let place = "Packages/Zulu/Tests/ZuluTests/Broken.swift:2"
    #expect(
      report.firstFailure
        == "Root: \(place): ZuluTests 'broken()' failed: Expectation failed: 1 == 2")
  }

  @Test func `Nothing is remembered: what breaks after a success is an error, and mended again`()
    throws
  {
    let folder = try Self.shared.get()
    #expect(try folder.monoTest(Self.names).succeeded)
    let file = "Packages/Alpha/Sources/Alpha/Wrong.swift"
    try folder.write("let wrong: Int = \"\"\n", to: file)

    let report = try folder.monoTest(Self.names)

    let first = try #require(report.firstFailure)
    #expect(first.contains("does not build: Packages/Alpha/Sources/Alpha/Wrong.swift:1:18: error:"))
    try folder.remove(file)
    #expect(try folder.monoTest(Self.names).succeeded)
  }

  @Test
  func `An undeclared import builds with plain SwiftPM, and the build and the check refuse it`()
    throws
  {
    let folder = try Self.shared.get()
    #expect(try folder.plainBuild("--disable-build-manifest-caching").status.code == 0)
    let file = "Packages/Alpha/Sources/Alpha/Alpha.swift"
    let text = folder.text(file) ?? ""
    try folder.write("import Zulu\n\(text)public let isThere = Zulu.isFlagged\n", to: file)
    defer { try? folder.write(text, to: file) }

    // When this fails the toolchain no longer needs the flag.
    #expect(try folder.plainBuild().status.code == 0)
    let report = try folder.monoTest(Self.names)
    let findings = try Checker(workspace: folder.workspace(), rules: .standard).findings()

    #expect(report.firstFailure?.contains("Alpha imports another target (Zulu)") == true)
    #expect(findings.map { "\($0.rule) \($0.file):\($0.line)" } == ["undeclared-import \(file):1"])
  }

  @Test func `A filter and a choice of packages hold together`() throws {
    let folder = try Self.shared.get()
    let workspace = try folder.workspace()
    var plan = RunPlan.testing(folder.tests(["Alpha", "Zulu"], in: workspace), in: workspace)
    plan.filter = "flagged"

    let report = try folder.builder(workspace).run(plan)

    #expect(plan.steps.map { workspace.packages[$0.package].name } == ["Root"])
    let ran = report.steps.flatMap(\.tests).map { "\($0.target).\($0.name)" }
    #expect(ran.sorted() == ["AlphaTests.flaggedAlpha()", "ZuluTests.flaggedZulu()"])
  }

  private static func fixture(in folder: TemporaryFolder) throws -> TemporaryFolder {
    let packages = names.map(flagged)
    for package in packages { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    return folder
  }

  private static let names = ["Alpha", "Zulu"]

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

  enum Edit {
    case newFile, deletedFile, editedManifest

    func apply(
      to package: String, in folder: TemporaryFolder, withTest: Bool = true
    ) throws {
      let source = "Packages/\(package)/Sources/\(package)/Added.swift"
      let test = "Packages/\(package)/Tests/\(package)Tests/Added.swift"
      let manifest = "Packages/\(package)/Package.swift"
      switch self {
      case .newFile:
        try folder.write("extension Model { public var isExtended: Bool { true } }\n", to: source)
        if withTest {
          try folder.write("import Testing\n@Test func added\(package)() {}\n", to: test)
        }
      case .deletedFile:
        try folder.remove(source)
        try folder.remove(test)
      case .editedManifest:
        let text = folder.text(manifest) ?? ""
        let changed = text.replacing(
          "dependencies: []),", with: "dependencies: [], swiftSettings: [.define(\"FLAG\")]),")
        try folder.write(changed, to: manifest)
      }
    }

    /// Makes a package what it was before the edits.
    static func undo(in package: String, of folder: TemporaryFolder) throws {
      try deletedFile.apply(to: package, in: folder)
      let manifest = "Packages/\(package)/Package.swift"
      let text = folder.text(manifest) ?? ""
      try folder.write(
        text.replacing(", swiftSettings: [.define(\"FLAG\")]", with: ""), to: manifest)
    }

    /// Changes which tests pass, and are not skipped.
    func change(_ passing: inout Set<String>, of package: String) {
      switch self {
      case .newFile: passing.formUnion(["added\(package)()", "extended\(package)()"])
      case .deletedFile: passing.subtract(["added\(package)()", "extended\(package)()"])
      case .editedManifest: passing.insert("flagged\(package)()")
      }
    }
  }
}

extension TemporaryFolder {
  /// Builds everything as a developer without the tool does.
  fileprivate func plainBuild(_ options: String...) throws -> Subprocess.Outcome {
    let words = ["build", "--build-tests", "--package-path", path]
    return try Tool.run("swift", words + options + SampleBuild.options)
  }
}
