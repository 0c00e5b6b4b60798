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
    #expect(starter.inputs.map(\.paths) == [[".github/**"], ["**/*.xcodeproj/**"]])
    try folder.write(starter.text, to: "mono.rules.json")
    #expect(try CheckFixture.findings(in: folder) == [])
    try folder.write(
      CheckFixture.manifest("  name: \"New\", targets: [.target(name: \"New\")]"),
      to: "Packages/New/Package.swift")
    let finding = try CheckFixture.findings(in: folder).first
    #expect(finding?.rule == "every-package-placed")
    #expect(finding?.remedy.contains("\"New/*\"") == true)
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
        "features": {
          "rules": ["absent"],
          "rootTarget": "nothing" }
      }
      """, to: "mono.rules.json")
    let rules = try RulesFile.load(root: folder.path)

    let findings = try Checker(
      workspace: folder.workspace(), rules: rules, repository: Repository(root: folder.path)
    ).findings()

    #expect(
      findings.map { "\($0.rule):\($0.line) \($0.to)" } == [
        "exclude:2 Fixtures/*", "inputs:5 scripts/**", "inputs:7 RedTest", "features:10 absent",
        "features:11 nothing",
      ])
  }
}
