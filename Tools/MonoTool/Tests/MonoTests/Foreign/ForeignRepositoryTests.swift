import Testing

@testable import mono

/// What repositories of other people have is understood, and nothing is called wrong that is not.
struct ForeignRepositoryTests {
  @Test func `Only what is really wrong is found`() throws {
    let folder = try ForeignRepository.make()

    let findings = try CheckFixture.findings(in: folder)

    #expect(
      findings.map { "\($0.rule) \($0.file):\($0.line) \($0.to)" } == [
        "manifest Crash/Package.swift:1 ", "manifest Empty/Package.swift:1 ",
        "undeclared-import vendor/net/Sources/NetCore/Core.swift:12 CAtomic",
      ])
    #expect(findings[0].message.contains("Index out of range"))
    #expect(findings[1].message.contains("or it is empty"))
  }

  @Test func `Every picture and every answer can be given`() throws {
    let folder = try ForeignRepository.make()
    let workspace = try folder.workspace()

    let picture = Picture.targets(workspace)
    #expect(picture.nodes.count == workspace.targets.count && picture.nodes.count > 30)
    #expect(picture.mermaid.contains("Über"))
    #expect(try ContainerTree(workspace: workspace, focus: nil).scopes.isEmpty)
  }

  @Test func `A changed file reaches the targets that are built from it`() throws {
    let folder = try ForeignRepository.make()
    for (file, wanted) in [
      ("vendor/net/Sources/C-Headers/inc/c.h", ["C-Headers", "NetCore", "Run", "AppTests"]),
      ("Größe App/Code/Assets/a.txt", ["Application", "Run", "AppTests"]),
      ("Größe App/Code/Über/u.swift", ["Über", "Application", "Run", "AppTests"]),
      ("vendor/Macro Kit/Plugins/Generate/p.swift", ["Generate", "MacroKit", "KitTests"]),
      ("vendor/Macro Kit/Sources/gen-tool/main.swift", ["gen-tool", "Generate", "MacroKit"]),
      ("shared/Shared.swift", ["Linked", "LinkedTests", "Again"]),
    ] {
      try folder.write("// changed\n", to: file)

      let report = try folder.affected()

      let names = Set(report.targets.map(\.name))
      #expect(names.isSuperset(of: wanted), "\(names)")
      #expect(!names.contains("Base"))
      try folder.git("checkout", "-q", "--", ".")
    }
  }

  @Test func `A package that cannot be read fails a run of everything and is named`() throws {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "Good", source: "", test: "import Good").write(to: folder)
    try folder.write("not swift", to: "Packages/Bad/Package.swift")
    let workspace = try folder.workspace()
    var plan = RunPlan.building([], in: workspace)
    #expect(try folder.builder(workspace).run(plan).succeeded)
    plan.isWholeRepository = true

    let report = try folder.builder(workspace).run(plan)

    #expect(!report.succeeded)
    #expect(report.firstFailure?.hasPrefix("Packages/Bad: does not build: The manifest") == true)
    let error = #expect(throws: MonoError.self) { try workspace.packages(named: ["Bad"]) }
    #expect(error?.message.contains("Packages/Bad/Package.swift cannot be evaluated") == true)
  }
}
