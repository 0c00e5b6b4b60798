import Basics
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
      try folder.monoTest(Self.names).steps.flatMap(\.tests.tests).count == Self.names.count * 2)
    // Several at once, and the last one alone.
    for packages in [Self.names.dropLast(), Self.names.suffix(1)] {
      for edit in Edit.allCases {
        for package in packages { try edit.apply(to: package, in: folder) }

        let report = try folder.monoTest(Self.names)

        #expect(report.succeeded, "\(edit) in \(packages): \(report.text)")
        let tests = report.steps.flatMap(\.tests.tests).filter { $0.outcome == .passed }
        #expect(Set(tests.map(\.name)) == Set(packages.flatMap(edit.passing)))
      }
      for package in packages { try Edit.restoreManifest(of: package, in: folder) }
    }
  }

  @Test(arguments: Edit.allCases)
  func `Plain SwiftPM misses what changed in a package that is not the root`(edit: Edit) throws {
    let folder = try Self.shared.get()
    defer { try? Edit.restoreManifest(of: "Alpha", in: folder) }
    // A file among the tests is the root package's own, and seen.
    if edit == .deletedFile {
      try Edit.newFile.apply(to: "Alpha", in: folder, withTest: false)
    } else {
      try Edit.deletedFile.apply(to: "Alpha", in: folder)
    }
    // What the case before has left is planned anew.
    #expect(try folder.plainTest("--disable-build-manifest-caching").status.code == 0)
    #expect(try folder.plainTest().status.code == 0)
    try edit.apply(to: "Alpha", in: folder, withTest: false)

    let result = try folder.plainTest()

    let output = result.outputText + result.errorText
    let passed = ["extendedAlpha()", "flaggedAlpha()"].filter { output.contains("\($0) passed") }
    let isRight = Set(passed) == edit.passing(in: "Alpha").subtracting(["addedAlpha()"])
    // When this fails the toolchain no longer needs the flag.
    #expect(!isRight || result.status.code != 0)
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
      report.firstFailure == "Root: ZuluTests 'broken()' (\(place)): Expectation failed: 1 == 2")
  }

  @Test func `A new library file that does not compile is an error with its place`() throws {
    let folder = try Self.shared.get()
    let file = "Packages/Alpha/Sources/Alpha/Wrong.swift"
    try folder.write("let wrong: Int = \"\"\n", to: file)
    defer { try? folder.remove(file) }

    let report = try folder.monoTest(Self.names)

    let first = try #require(report.firstFailure)
    #expect(first.contains("does not build: Packages/Alpha/Sources/Alpha/Wrong.swift:1:18: error:"))
  }

  @Test
  func `An undeclared import builds with plain SwiftPM, and the build and the check refuse it`()
    throws
  {
    let folder = try Self.shared.get()
    #expect(try folder.plainBuild("--disable-build-manifest-caching").status.code == 0)
    let file = "Packages/Alpha/Sources/Alpha/Alpha.swift"
    let text = folder.text(file) ?? ""
    try folder.write("import Bravo\n\(text)public let isThere = Bravo.isFlagged\n", to: file)
    defer { try? folder.write(text, to: file) }

    // When this fails the toolchain no longer needs the flag.
    #expect(try folder.plainBuild().status.code == 0)
    let report = try folder.monoTest(Self.names)
    let findings = try Checker(workspace: folder.workspace(), rules: .standard).findings()

    #expect(report.firstFailure?.contains("Alpha imports another target (Bravo)") == true)
    #expect(findings.map { "\($0.rule) \($0.file):\($0.line)" } == ["undeclared-import \(file):1"])
  }

  @Test func `A filter and a choice of packages hold together`() throws {
    let folder = try Self.shared.get()
    let workspace = try folder.workspace()
    var plan = RunPlan.testing(folder.tests(["Alpha", "Bravo"], in: workspace), in: workspace)
    plan.filter = "flagged"

    let report = try folder.builder(workspace).run(plan)

    #expect(plan.steps.map { workspace.packages[$0.package].name } == ["Root"])
    let ran = report.steps.flatMap(\.tests.tests).map { "\($0.target).\($0.name)" }
    #expect(ran.sorted() == ["AlphaTests.flaggedAlpha()", "BravoTests.flaggedBravo()"])
  }

  @Test func `Ten layout changes never crash a test and plain SwiftPM crashes`() throws {
    let folder = try Self.shared.get()
    #expect(try folder.plainTest("--disable-build-manifest-caching").status.code == 0)
    let plainCrashed = try Self.layouts.contains { layout in
      try folder.write(Self.model(layout), to: Self.file)
      return try folder.plainTest().status.code != 0
    }
    // When this fails the toolchain no longer needs the second look.
    #expect(plainCrashed)
    for layout in ["public var value: Int"] + Self.layouts {
      try folder.write(Self.model(layout), to: Self.file)

      let report = try folder.monoTest(["Core", "Middle", "Outer"])

      #expect(report.succeeded, "\(layout): \(report.text)")
      #expect(report.steps.flatMap(\.tests.tests).count == 3)
    }
  }

  private static let file = "Packages/Core/Sources/Core/Core.swift"

  /// Each is the body of the model after one more change.
  private static let layouts = [
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

  private static func model(_ properties: String) -> String {
    """
    public struct Model: Sendable {
      \(properties)
      public init(value: Int) { self.value = value }
    }

    """
  }

  private static func fixture(in folder: TemporaryFolder) throws -> TemporaryFolder {
    let packages = names.map(flagged) + layered
    for package in packages { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    return folder
  }

  private static let names = ["Alpha", "Bravo", "Charlie", "Delta", "Zulu"]

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

  /// Only Middle imports Core; Outer and both their tests reach the model through Middle.
  private static var layered: [FixturePackage] {
    [
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
  }

  enum Edit: CaseIterable {
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

    static func restoreManifest(of package: String, in folder: TemporaryFolder) throws {
      let manifest = "Packages/\(package)/Package.swift"
      let text = folder.text(manifest) ?? ""
      try folder.write(
        text.replacing(", swiftSettings: [.define(\"FLAG\")]", with: ""), to: manifest)
    }

    /// The tests that pass, and are not skipped, after the edit.
    func passing(in package: String) -> Set<String> {
      switch self {
      case .newFile: ["added\(package)()", "extended\(package)()"]
      case .deletedFile: []
      case .editedManifest: ["flagged\(package)()"]
      }
    }
  }
}

extension TemporaryFolder {
  /// Builds everything as a developer without the tool does.
  fileprivate func plainBuild(_ options: String...) throws -> Subprocess.Outcome {
    let words = ["build", "--build-tests", "--package-path", path]
    return try Tool.run("swift", words + options + Self.savings)
  }
}
