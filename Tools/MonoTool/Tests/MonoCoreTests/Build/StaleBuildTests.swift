import Testing

@testable import MonoCore

/// What changes between two runs is seen by the second.
@Suite(.serialized)
struct StaleBuildTests {
  @Test func `New and deleted files and edited manifests are seen in each package`() throws {
    let careful = try Self.fixture()
    let plain = try Self.fixture()
    #expect(try careful.monoTest().steps.flatMap(\.tests.tests).count == 5)
    #expect(try plain.plainTest().status == 0)
    var plainMissed = false
    for package in Self.names {
      for edit in Edit.allCases {
        try edit.apply(to: package, in: careful)

        let report = try careful.monoTest()

        let tests = report.steps.flatMap(\.tests.tests)
        let ran = Set(tests.filter { $0.outcome == .passed }.map(\.name))
        #expect(report.succeeded)
        #expect(ran.contains("added\(package)()") == (edit == .newFile), "\(edit) in \(package)")
        #expect(ran.contains("flagged\(package)()") == (edit == .editedManifest))
        if !plainMissed {
          try edit.apply(to: package, in: plain)
          plainMissed = try !edit.isSeen(in: package, by: plain.plainTest())
        }
      }
      try Edit.restoreManifest(of: package, in: careful)
    }
    // When this fails the toolchain no longer needs the flag.
    #expect(plainMissed)
  }

  @Test func `A broken test in the last package fails the run and is named`() throws {
    let folder = try Self.fixture()
    try folder.write(
      "import Testing\n@Test func broken() { #expect(1 == 2) }\n",
      to: "Packages/Zulu/Tests/ZuluTests/Broken.swift")

    let report = try folder.monoTest()

    #expect(!report.succeeded)
    let place = "Packages/Zulu/Tests/ZuluTests/Broken.swift:2"
    #expect(
      report.firstFailure == "Root: ZuluTests 'broken()' (\(place)): Expectation failed: 1 == 2")
  }

  @Test func `A new library file that does not compile is an error with its place`() throws {
    let folder = try Self.fixture()
    try folder.write("let wrong: Int = \"\"\n", to: "Packages/Alpha/Sources/Alpha/Wrong.swift")

    let report = try folder.monoTest()

    let first = try #require(report.firstFailure)
    #expect(first.contains("does not build: Packages/Alpha/Sources/Alpha/Wrong.swift:1:18: error:"))
  }

  private static func fixture() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let packages = names.map { name in
      FixturePackage(
        name: name,
        source: """
          #if FLAG
            public let isFlagged = true
          #else
            public let isFlagged = false
          #endif

          """,
        test: """
          import Testing
          import \(name)
          @Test(.enabled(if: isFlagged)) func flagged\(name)() {}

          """)
    }
    for package in packages { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    return folder
  }

  private static let names = ["Alpha", "Bravo", "Charlie", "Delta", "Zulu"]

  private enum Edit: CaseIterable {
    case newFile, deletedFile, editedManifest

    func apply(to package: String, in folder: TemporaryFolder) throws {
      let added = "Packages/\(package)/Tests/\(package)Tests/Added.swift"
      let manifest = "Packages/\(package)/Package.swift"
      switch self {
      case .newFile:
        let source = "import Testing\n@Test func added\(package)() {}\n"
        try folder.write(source, to: added)
      case .deletedFile: try folder.remove(added)
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

    func isSeen(in package: String, by result: Subprocess.Result) -> Bool {
      let output = result.text + result.errorText
      switch self {
      case .newFile: return output.contains("added\(package)() passed")
      case .deletedFile: return !output.contains("added\(package)()")
      case .editedManifest: return output.contains("flagged\(package)() passed")
      }
    }
  }
}
