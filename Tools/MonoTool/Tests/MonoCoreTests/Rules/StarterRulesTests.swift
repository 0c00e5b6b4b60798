import Testing

@testable import MonoCore

struct StarterRulesTests {
  @Test func `A first rules file holds today and demands a place for a new package`() throws {
    let folder = try CheckFixture.make()
    try folder.remove("mono.rules.json")
    let workspace = try folder.workspace()

    let starter = StarterRules(
      workspace: workspace, files: ["ci/run", ".github/workflows/ci.yml", "App.xcodeproj/x"])

    #expect(
      starter.layers == [
        ["App/*"], ["Blue/*", "Red/*", "Service/*"], ["Base/*", "Core/*"],
      ])
    #expect(starter.inputs.map(\.paths) == [[".github/**"], ["App.xcodeproj/**"]])
    try folder.write(starter.text, to: "mono.rules.json")
    #expect(try CheckFixture.findings(in: folder) == [])
    try folder.write(
      CheckFixture.manifest("  name: \"New\", targets: [.target(name: \"New\")]"),
      to: "Packages/New/Package.swift")
    let finding = try CheckFixture.findings(in: folder).first
    #expect(finding?.rule == "every-package-placed")
    #expect(finding?.remedy.contains("\"New/*\"") == true)
  }

  @Test func `Data of tests and packages without targets are no part of the first rules`() throws {
    let folder = try TemporaryFolder()
    func package(_ path: String, needs: String? = nil, target: String = "") throws {
      let needed = needs.map { ".package(path: \"\($0)\")" } ?? ""
      let text = "name: \"P\", dependencies: [\(needed)], targets: [\(target)]"
      try folder.write(CheckFixture.manifest("  \(text)"), to: "\(path)/Package.swift")
    }
    try package(
      "Packages/App", needs: "../../Samples/Fixtures/Used", target: ".target(name: \"App\")")
    try folder.write("", to: "Packages/App/Sources/App/App.swift")
    try package("Examples")
    try folder.write("not swift", to: "Fixtures/Deep/Broken Fixture/Package.swift")
    try package("Fixtures")
    try package("Samples/Fixtures/Used")
    try package("Samples/Fixtures/Unused")
    try package("Tests/Data")
    try package("Tests/Real", needs: "../../Packages/App")
    try package("IntegrationTests")
    for file in ["Fixtures/P.xcodeproj/x", "App.xcodeproj/x", "Fixtures/.gitignore", "Makefile"] {
      try folder.write("", to: file)
    }
    try folder.git("init", "-q", "-b", "main")
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "start")
    try folder.write("1", to: "Fixtures/P.xcodeproj/x")
    try folder.write("1", to: "App.xcodeproj/x")
    try folder.git("commit", "-q", "-a", "-m", "second")
    func session() throws -> Session {
      try Session(root: folder.path, cacheFolder: SharedCache.ofManifests)
    }

    let starter = try session().starterRules()

    #expect(
      starter.excluded == ["Fixtures", "Fixtures/**", "Samples/Fixtures/Unused", "Tests/Data"])
    #expect(starter.layers == [["P (Packages**App)/*"]])
    #expect(starter.inputs.map(\.paths) == [["App.xcodeproj/**"]])
    try folder.write(starter.text, to: "mono.rules.json")
    let workspace = try session().workspace()
    let findings = try Checker(
      workspace: workspace, rules: session().rules, repository: session().repository
    ).findings()
    #expect(findings.map(\.rule) == ["unused-dependency", "unused-dependency"])
    let history = try UnmappedHistory(
      workspace: workspace, rules: session().rules, repository: Repository(root: folder.path))
    #expect(history.commits == 2 && history.selecting == 2)
    #expect(history.text.contains("  2\tFixtures/**\n  1\tMakefile\n"))
  }

  @Test(arguments: ["Packages", "Modules/Sub", "."])
  func `A new feature has its place in the first rules file`(folder: String) throws {
    let place = try TemporaryFolder()
    let low = FixturePackage(name: "Low", source: "", test: "import Low")
    try place.write(low.manifest, to: Path.join(folder, "Low/Package.swift"))
    try place.write("", to: Path.join(folder, "Low/Sources/Low/Low.swift"))
    try place.write("import Low", to: Path.join(folder, "Low/Tests/LowTests/LowTests.swift"))
    try place.write(".build\n", to: ".gitignore")
    for (path, text) in FeatureApp.templates { try place.write(text, to: path) }
    try place.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "App", dependencies: [.package(path: "\(Path.join(folder, "Low"))")],
        targets: [.executableTarget(name: "app", dependencies: ["Low"])])
      """, to: "Package.swift")
    try place.write("import Low", to: "Sources/app/main.swift")
    try place.git("init", "-q")
    let starter = StarterRules(workspace: try place.workspace(), files: [])
    let features = "\"features\": {"
    try place.write(
      starter.text.replacing(features, with: features + "\"templates\": \"Templates\", "),
      to: "mono.rules.json")
    try place.git("add", "-A")
    try place.git("commit", "-q", "-m", "start")

    let plan = try FeatureApp.session(in: place)
      .makeFeature(name: "TipJar", parent: nil, in: place.workspace())

    // Nothing in the app opens it yet.
    #expect(try CheckFixture.findings(in: place).map(\.rule) == ["unused-dependency"])
    #expect(plan.edits.contains { $0.path == Path.join(folder, "TipJar/Package.swift") })
  }

  @Test func `The targets of a single package get layers`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "One", targets: [
        .target(name: "Low"), .target(name: "High", dependencies: ["Low"]),
        .testTarget(name: "HighTests", dependencies: ["High"])])
      """, to: "Package.swift")
    for name in ["Low", "High"] { try folder.write("", to: "Sources/\(name)/\(name).swift") }
    let workspace = try folder.workspace()

    let starter = StarterRules(workspace: workspace, files: [])

    #expect(starter.layers == [["One/High"], ["One/Low"]])
    try folder.write(starter.text, to: "mono.rules.json")
    #expect(try RulesFile.load(root: folder.path).rules.count == 5)
  }

  @Test func `What the rules file names and nothing has is found with its line`() throws {
    let folder = try CheckFixture.make()
    try folder.git("init", "-q")
    try folder.write(
      """
      {
        "exclude": ["Fixtures/*"],
        "inputs": [{
          "paths": ["Package.swift",
                    "scripts/**"],
          "affects": ["RedTests",
                      "RedTest"],
          "reason": "r" }],
        "rules": [{ "name": "n", "kind": "forbidden-code", "among": ["*/*"], "uses": ["never"],
          "files": ["**/*.swift",
                    "*.swift"], "reason": "r" }]
      }
      """, to: "mono.rules.json")
    let rules = try RulesFile.load(root: folder.path)

    let findings = try Checker(
      workspace: folder.workspace(), rules: rules, repository: Repository(root: folder.path)
    ).findings()

    #expect(
      findings.map { "\($0.rule):\($0.line) \($0.to)" } == [
        "exclude:2 Fixtures/*", "inputs:5 scripts/**", "inputs:7 RedTest", "n:11 *.swift",
      ])
  }
}
