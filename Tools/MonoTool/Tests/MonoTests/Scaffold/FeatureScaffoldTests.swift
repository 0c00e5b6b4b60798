import Basics
import Testing

@testable import mono

/// A new feature in a small app whose parent scope cannot be opened without a session.
struct FeatureScaffoldTests {
  @Test func `A new feature passes its tests, stays clean, and touches only what it says`() throws {
    let folder = try FeatureApp.make()

    let plan = try make("TipJar", parent: "Account", in: folder)

    let workspace = try folder.workspace()
    let tests = workspace.targets.indices.filter { workspace.targets[$0].name == "TipJarTests" }
    #expect(tests.count == 2)
    let report = try folder.builder(workspace).run(.testing(tests, in: workspace))
    #expect(report.succeeded, "\(report.text)")
    #expect(report.steps.map(\.tests.count) == [1])
    let rules = try RulesFile.load(root: folder.path)
    #expect(try Checker(workspace: workspace, rules: rules).findings() == [])
    let app = try folder.builder(workspace).run(
      .building(try workspace.packages(named: ["App"]), in: workspace))
    #expect(app.succeeded, "\(app.text)")
    let changed = try Repository(root: folder.path).changes(since: "HEAD").map(\.path)
    #expect(changed == plan.edits.map(\.path).sorted())
    #expect(Set(changed).isSuperset(of: ["Package.swift", "README.md", "mono.rules.json"]))
    #expect(changed.contains("Sources/app/RiderContainer+TipJar.swift"))
    #expect(folder.text("Sources/app/main.swift")?.contains(#"["account", "tipJar"]"#) == true)
    try folder.write("import Account\n", to: "Packages/TipJar/Sources/TipJar/Wrong.swift")
    let findings = try Checker(workspace: folder.workspace(), rules: rules).findings()
    #expect(findings.map(\.rule).contains("apart"))
  }

  @Test func `A bad or taken name and a wrong parent are refused`() throws {
    let folder = try FeatureApp.make()
    for (name, parent) in [
      ("account", nil), ("Account", nil), ("ACCOUNT", nil), ("Foundation", nil),
      ("TipJar", "Nowhere"), ("TipJar", "Bare"),
    ] as [(String, String?)] {
      #expect(throws: MonoError.self, "\(name)") { try make(name, parent: parent, in: folder) }
      #expect(try Repository(root: folder.path).changes(since: "HEAD") == [])
    }
  }

  @Test(arguments: ["struct", "enum", "final class", "protocol", "typealias"])
  func `A name whose types the app has already is refused`(kind: String) throws {
    let folder = try FeatureApp.make()
    let file = "Sources/app/Own.swift"
    try folder.write("\(kind) TipJarContainer\(kind == "typealias" ? " = Int" : " {}")\n", to: file)

    let error = #expect(throws: MonoError.self) { try make("TipJar", parent: nil, in: folder) }

    #expect(error?.message == "\(file) declares TipJarContainer already.")
    #expect(try Repository(root: folder.path).changes(since: "HEAD").map(\.path) == [file])
  }

  @Test func `The command that a plan names takes everything back`() throws {
    let folder = try FeatureApp.make()
    let undo = try #require(try make("TipJar", parent: "Account", in: folder).undo)

    let result = try Tool.run("bash", ["-c", "cd \(folder.path) && \(undo)"])

    #expect(result.status == .exited(0), "\(undo): \(result.errorText)")
    #expect(try Repository(root: folder.path).changes(since: "HEAD") == [])
    #expect(!Files.exists("\(folder.path)/Packages/TipJar"))
  }

  @Test func `What is not committed is not written over`() throws {
    let folder = try FeatureApp.make()
    for file in ["Package.swift", "README.md", "mono.rules.json", "Sources/app/main.swift"] {
      try folder.write((folder.text(file) ?? "") + "\n\n", to: file)

      let error = #expect(throws: MonoError.self) { try make("TipJar", parent: nil, in: folder) }

      #expect(error?.message.hasPrefix(file) == true)
      #expect(try Repository(root: folder.path).changes(since: "HEAD").map(\.path) == [file])
      try folder.git("checkout", "-q", "--", ".")
    }
  }

  @Test func `A value that the rules do not give for a container is named with it`() throws {
    let folder = try FeatureApp.make()
    try folder.write(
      folder.text("mono.rules.json")?.replacing("\"RiderContainer\":", with: "\"Other\":") ?? "",
      to: "mono.rules.json")

    let error = #expect(throws: MonoError.self) {
      try make("TipJar", parent: "Account", in: folder)
    }
    #expect(error?.message.contains("'source'") == true)
    #expect(error?.hint.contains("source to features.openers.RiderContainer") == true)
  }

  @Test func `Settings that name nothing are refused before anything is written`() throws {
    let folder = try FeatureApp.make()
    let rules = folder.text("mono.rules.json") ?? ""
    for (before, after, key) in [
      ("\"templates\": \"Templates\"", "\"templates\": \"None\"", "features.templates"),
      ("\"Sources/app\"", "\"Sources/none\"", "features.compositionRoot"),
      ("\"[\\\"account\\\"\"", "\"[\\\"none\\\"\"", "features.edits"),
    ] {
      try folder.write(rules.replacing(before, with: after), to: "mono.rules.json")

      let error = #expect(throws: MonoError.self) { try make("TipJar", parent: nil, in: folder) }

      #expect(error?.hint.contains(key) == true, "\(error?.description ?? "")")
      #expect(
        try Repository(root: folder.path).changes(since: "HEAD").map(\.path) == ["mono.rules.json"])
    }
  }

  private func make(
    _ name: String, parent: String?, in folder: TemporaryFolder
  ) throws -> ScaffoldPlan {
    try Session(root: folder.path, cacheFolder: SharedCache.path)
      .makeFeature(name: name, parent: parent, in: folder.workspace())
  }
}
