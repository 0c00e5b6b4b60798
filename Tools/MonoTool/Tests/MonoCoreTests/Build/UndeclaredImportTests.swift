import Basics
import Testing

@testable import MonoCore

/// An import that the manifest does not declare builds on what an earlier build left behind.
struct UndeclaredImportTests {
  @Test func `Plain SwiftPM builds it, and both the build and the check of this tool refuse it`()
    throws
  {
    let folder = try TemporaryFolder()
    let packages = ["Left", "Right"].map {
      FixturePackage(name: $0, source: "public let made\($0) = 1\n", test: "import \($0)\n")
    }
    for package in packages { try package.write(to: folder) }
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    #expect(try folder.plainBuild().status.code == 0)
    let file = "Packages/Left/Sources/Left/Left.swift"
    try folder.write("import Right\npublic let madeLeft = madeRight\n", to: file)

    // When this fails the toolchain no longer needs the flag.
    #expect(try folder.plainBuild().status.code == 0)
    let report = try folder.monoTest()
    let findings = try Checker(workspace: folder.workspace(), rules: .standard).findings()

    #expect(report.firstFailure?.contains("Left imports another target (Right)") == true)
    #expect(findings.map { "\($0.rule) \($0.file):\($0.line)" } == ["undeclared-import \(file):1"])
  }
}

extension TemporaryFolder {
  /// Builds everything as a developer without the tool does.
  fileprivate func plainBuild() throws -> Subprocess.Outcome {
    try Tool.run("swift", ["build", "--build-tests", "--package-path", path] + Self.savings)
  }
}
