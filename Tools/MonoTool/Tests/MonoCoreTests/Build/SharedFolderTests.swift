import Testing

@testable import MonoCore

/// Packages that build into one folder do not disturb each other.
struct SharedFolderTests {
  @Test func `A step compiles no module of a package that it does not need`() throws {
    let folder = try TemporaryFolder()
    for (name, needed) in [("Low", []), ("Left", ["Low"]), ("Right", ["Low"])] {
      let source = needed.map { "import \($0)\npublic let \(name) = Model()\n" }
      let model = "public struct Model: Sendable { public init() {}; public var value = 1 }\n"
      try FixturePackage(
        name: name, dependencies: needed, source: source.first ?? model, test: ""
      ).write(to: folder)
    }
    let workspace = try folder.workspace()
    func build(_ names: String...) throws -> BuildReport {
      let packages = try workspace.packages(named: names)
      return try folder.builder(workspace).run(.building(packages, in: workspace))
    }
    #expect(try build("Left", "Right").succeeded)
    let file = "Packages/Low/Sources/Low/Low.swift"
    try folder.write(
      folder.text(file)?.replacing("value = 1", with: "value = \"\"") ?? "", to: file)

    let report = try build("Left")

    #expect(report.succeeded)
    #expect(report.steps.flatMap(\.compiledAgain) == [])
    let interface = "\(folder.path)/.build/debug/Modules/Right.swiftmodule"
    #expect(Files.exists(interface))
    let scratch = ScratchFolder(path: "\(folder.path)/.build")
    #expect(scratch.outdatedModules().map(\.name) == ["Right"])
    #expect(try build("Right").succeeded)
    #expect(scratch.outdatedModules() == [])
  }

  @Test func `A filter and a choice of packages hold together`() throws {
    let folder = try TemporaryFolder()
    let packages = ["One", "Two"].map {
      FixturePackage(
        name: $0, source: "",
        test: "import Testing\n@Test func same() {}\n@Test func other() {}\n")
    }
    for package in packages { try package.write(to: folder) }
    try folder.write(
      FixturePackage.rootManifest(packages).replacing(
        "targets: [", with: "targets: [.testTarget(name: \"RootTests\"),"), to: "Package.swift")
    try folder.write("import Testing\n@Test func same() {}\n", to: "Tests/RootTests/T.swift")
    let workspace = try folder.workspace()
    let names = ["OneTests", "TwoTests"]
    let tests = workspace.targets.indices.filter { names.contains(workspace.targets[$0].name) }
    var plan = RunPlan.testing(tests, in: workspace)
    plan.filter = "same"

    let report = try folder.builder(workspace).run(plan)

    let ran = report.steps.flatMap(\.tests.tests).map { "\($0.target).\($0.name)" }
    #expect(ran.sorted() == ["OneTests.same()", "TwoTests.same()"])
  }
}
