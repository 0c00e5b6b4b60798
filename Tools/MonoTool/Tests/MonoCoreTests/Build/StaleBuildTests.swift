import Basics
import Testing

@testable import MonoCore

/// What changes between two runs is seen by the second.
@Suite(.serialized)
struct StaleBuildTests {
  /// The packages that most tests here build, one after the other; each leaves them as they were.
  private static let shared = Result { try fixture(names, in: .untilExit()) }
  /// A package for SwiftPM alone.
  private static let plain = Result { try fixture(["Alpha"], in: .untilExit()) }

  @Test func `New and deleted files and edited manifests are seen in each package`() throws {
    let folder = try Self.shared.get()
    #expect(try folder.monoTest().steps.flatMap(\.tests.tests).count == Self.names.count * 2)
    // Several at once, and the last one alone.
    for packages in [Self.names.dropLast(), Self.names.suffix(1)] {
      for edit in Edit.allCases {
        for package in packages { try edit.apply(to: package, in: folder) }

        let report = try folder.monoTest()

        #expect(report.succeeded, "\(edit) in \(packages): \(report.text)")
        let tests = report.steps.flatMap(\.tests.tests).filter { $0.outcome == .passed }
        #expect(Set(tests.map(\.name)) == Set(packages.flatMap(edit.passing)))
      }
      for package in packages { try Edit.restoreManifest(of: package, in: folder) }
    }
  }

  @Test(arguments: Edit.allCases)
  func `Plain SwiftPM misses what changed in a package that is not the root`(edit: Edit) throws {
    let folder = try Self.plain.get()
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

    let report = try folder.monoTest()

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

    let report = try folder.monoTest()

    let first = try #require(report.firstFailure)
    #expect(first.contains("does not build: Packages/Alpha/Sources/Alpha/Wrong.swift:1:18: error:"))
  }

  private static func fixture(
    _ names: [String], in folder: TemporaryFolder
  ) throws -> TemporaryFolder {
    let packages = names.map { name in
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
    for package in packages { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    return folder
  }

  private static let names = ["Alpha", "Bravo", "Charlie", "Delta", "Zulu"]

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
