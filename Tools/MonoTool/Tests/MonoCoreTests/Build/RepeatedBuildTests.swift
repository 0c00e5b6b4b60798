import Testing

@testable import MonoCore

/// A build that runs no tests between two others sees what changed, too.
struct RepeatedBuildTests {
  private static let source = "Packages/Low/Sources/Low"

  @Test func `A new file, a deleted file and an edited manifest are seen`() throws {
    let folder = try TemporaryFolder()
    let packages = ["Low", "High"].map { name in
      FixturePackage(
        name: name, dependencies: name == "High" ? ["Low"] : [],
        source: "#if FLAG\n  #error(\"the flag is seen\")\n#endif\n", test: "")
    }
    for package in packages { try package.write(to: folder) }
    for _ in 1...3 { #expect(try Self.build(folder) == nil) }

    try folder.write("#error(\"the file is seen\")\n", to: "\(Self.source)/New.swift")
    #expect(try Self.build(folder)?.contains("the file is seen") == true)

    try folder.remove("\(Self.source)/New.swift")
    #expect(try Self.build(folder) == nil)

    let manifest = folder.text("Packages/Low/Package.swift") ?? ""
    try folder.write(
      manifest.replacing(
        "dependencies: []),", with: "dependencies: [], swiftSettings: [.define(\"FLAG\")]),"),
      to: "Packages/Low/Package.swift")
    #expect(try Self.build(folder)?.contains("the flag is seen") == true)
  }

  /// Builds High, which needs Low, and returns what failed first.
  private static func build(_ folder: TemporaryFolder) throws -> String? {
    let workspace = try folder.workspace()
    let plan = RunPlan.building(try workspace.packages(named: ["High"]), in: workspace)
    return try folder.builder(workspace).run(plan).firstFailure
  }
}
