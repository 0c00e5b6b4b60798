import Basics
import Testing

@testable import MonoCore

/// A new feature in a small app whose parent scope cannot be opened without a session.
struct FeatureScaffoldTests {
  @Test func `A new feature passes its tests, stays clean, and touches only what it says`() throws {
    let folder = try FeatureApp.make()
    let session = try Session(root: folder.path, cacheFolder: "\(folder.path)/.build/cache")

    let plan = try session.makeFeature(name: "TipJar", parent: "Account")

    let workspace = try folder.workspace()
    let tests = workspace.targets.indices.filter { workspace.targets[$0].name == "TipJarTests" }
    #expect(tests.count == 2)
    let report = try folder.builder(workspace).run(.testing(tests, in: workspace))
    #expect(report.succeeded, "\(report.text)")
    #expect(report.steps.map(\.tests.tests.count) == [2])
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

  @Test(
    arguments: [
      ("account", nil), ("Account", nil), ("ACCOUNT", nil), ("Foundation", nil),
      ("TipJar", "Nowhere"), ("TipJar", "Bare"), ("Rider", nil), ("Preview", nil),
    ] as [(String, String?)])
  func `A bad or taken name and a wrong parent are refused`(name: String, parent: String?) throws {
    let folder = try FeatureApp.make()

    #expect(throws: MonoError.self) { try FeatureApp.plan(name, parent: parent, in: folder) }
    #expect(try Repository(root: folder.path).changes(since: "HEAD") == [])
  }

  @Test func `A removed feature leaves nothing behind`() throws {
    let folder = try FeatureApp.make()
    let session = try Session(root: folder.path, cacheFolder: "\(folder.path)/.build/cache")
    _ = try session.makeFeature(name: "TipJar", parent: "Account")
    let changed = try Session(root: folder.path, cacheFolder: "\(folder.path)/.build/cache")

    _ = try changed.removeFeature(name: "TipJar")

    #expect(try Repository(root: folder.path).changes(since: "HEAD") == [])
    #expect(!MonoCore.Files.exists("\(folder.path)/Packages/TipJar"))
  }

  @Test func `A renamed feature is as if it had been made with that name`() throws {
    let (folder, other) = (try FeatureApp.make(), try FeatureApp.make())
    func session(_ folder: TemporaryFolder) throws -> Session {
      try Session(root: folder.path, cacheFolder: "\(other.path)/.build/cache")
    }
    _ = try session(folder).makeFeature(name: "TipJar", parent: "Account")
    _ = try session(other).makeFeature(name: "GuestBook", parent: "Account")

    _ = try session(folder).renameFeature(name: "TipJar", to: "GuestBook")

    let changes = try Repository(root: folder.path).changes(since: "HEAD")
    #expect(try changes == Repository(root: other.path).changes(since: "HEAD"))
    for change in changes {
      #expect(folder.text(change.path) == other.text(change.path), "\(change.path)")
    }
    #expect(throws: MonoError.self) {
      try session(folder).renameFeature(name: "GuestBook", to: "Account")
    }
  }

  @Test(arguments: [
    (
      "TipJar", "GuestBook", "makeTipJarView(tipJar) tip-jar tipJars",
      "makeGuestBookView(guestBook) guest-book tipJars"
    ),
    (
      "Tip", "GuestBook", "Tip(\"tip\", tip) Tips tip-list multip",
      "GuestBook(\"guest-book\", guestBook) Tips guest-book-list multip"
    ),
    ("Tip", "TipJar", "koober://x/tip Tip", "koober://x/tip-jar TipJar"),
  ])
  func `A name is replaced in its forms and no other word`(
    old: String, new: String, text: String, renamed: String
  ) throws {
    let renaming = FeatureRenaming(from: try FeatureName(old), to: try FeatureName(new))

    #expect(renaming.renamed(text) == renamed)
  }

  @Test(arguments: ["Core", "Account", "App", "Nowhere"])
  func `What is needed or is no feature is not removed`(name: String) throws {
    let folder = try FeatureApp.make()
    let session = try Session(root: folder.path, cacheFolder: "\(folder.path)/.build/cache")

    #expect(throws: MonoError.self) { try session.removeFeature(name: name) }
    #expect(try Repository(root: folder.path).changes(since: "HEAD") == [])
  }

  @Test func `Where one manifest has all targets, a feature is some of them`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "One", targets: [.target(name: "Low")])
      """, to: "Package.swift")
    try folder.write("", to: "Sources/Low/Low.swift")
    try folder.write(".build\n", to: ".gitignore")
    try folder.git("init", "-q")
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "start")
    let session = try Session(root: folder.path, cacheFolder: "\(folder.path)/.build/cache")

    _ = try session.makeFeature(name: "TipJar", parent: nil)

    let workspace = try folder.workspace()
    #expect(
      workspace.targets.map(\.label).sorted() == [
        "Low", "TipJar", "TipJarTests", "tip-jar-preview",
      ])
    let report = try folder.monoTest()
    #expect(report.succeeded && report.steps.map(\.tests.tests.count) == [2], "\(report.text)")
    #expect(throws: MonoError.self) { try session.makeFeature(name: "TipJar", parent: nil) }

    _ = try session.renameFeature(name: "TipJar", to: "Bonus")
    let renamed = try folder.workspace()
    #expect(
      renamed.targets.map(\.label).sorted() == ["Bonus", "BonusTests", "Low", "bonus-preview"])
    #expect(folder.text("Sources/Bonus/BonusContainer.swift")?.contains("BonusContainer") == true)
    #expect(folder.text("Package.swift")?.contains("TipJar") == false)

    #expect(throws: MonoError.self) { try session.removeFeature(name: "Low2") }
    _ = try session.removeFeature(name: "Bonus")
    #expect(try Repository(root: folder.path).changes(since: "HEAD") == [])
  }

  @Test func `Without a rules file a feature of the root package is renamed and removed whole`()
    throws
  {
    let folder = try TemporaryFolder()
    try FixturePackage(name: "Low", source: "", test: "").write(to: folder)
    let root = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Root", dependencies: [.package(path: "Packages/Low")])

      """
    try folder.write(root, to: "Package.swift")
    try folder.git("init", "-q")
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "start")
    let session = try Session(root: folder.path, cacheFolder: "\(folder.path)/.build/cache")
    _ = try session.makeFeature(name: "TipJar", parent: nil)

    _ = try session.renameFeature(name: "TipJar", to: "Bonus")
    #expect(folder.text("Package.swift")?.contains("Packages/TipJar") == false)
    #expect(folder.text("Package.swift")?.contains("Packages/Bonus") == true)
    _ = try session.removeFeature(name: "Bonus")

    #expect(folder.text("Package.swift") == root)
  }

  @Test func `A runtime value that no test can make is refused`() throws {
    let folder = try FeatureApp.make()
    try folder.write(
      folder.text("mono.rules.json")?.replacing("\"UserSession\"", with: "\"Other\"") ?? "",
      to: "mono.rules.json")

    #expect(throws: MonoError.self) { try FeatureApp.plan("TipJar", parent: "Account", in: folder) }
  }

  @Test func `When a file cannot be written nothing is left behind`() throws {
    let folder = try FeatureApp.make()
    let plan = try FeatureApp.plan("TipJar", parent: nil, in: folder)
    // A file stands where a folder is needed.
    let broken = ScaffoldPlan(edits: plan.edits + [Self.edit("Package.swift/no")])

    #expect(throws: MonoError.self) { try EditJournal(root: folder.path).apply(broken.edits) }

    try Self.expectUntouched(folder)
  }

  @Test func `When something cannot be put in its place everything is put back`() throws {
    let folder = try FeatureApp.make()
    let plan = try FeatureApp.plan("TipJar", parent: nil, in: folder)
    _ = try Tool.run("ln", ["-s", "/proc", "\(folder.path)/Sources/other-disk"])
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "link")
    // The package has been moved when this one fails.
    let broken = ScaffoldPlan(edits: plan.edits + [Self.edit("Sources/other-disk/no")])

    let error = #expect(throws: MonoError.self) {
      try EditJournal(root: folder.path).apply(broken.edits)
    }

    #expect(error?.message.contains("Sources/other-disk/no") == true)
    try Self.expectUntouched(folder)
  }

  @Test func `What was changed meanwhile is not written over`() throws {
    let folder = try FeatureApp.make()
    let plan = try FeatureApp.plan("TipJar", parent: nil, in: folder)
    try folder.write((folder.text("Package.swift") ?? "") + "// mine\n", to: "Package.swift")

    #expect(throws: MonoError.self) { try EditJournal(root: folder.path).apply(plan.edits) }

    #expect(
      try Repository(root: folder.path).changes(since: "HEAD").map(\.path) == ["Package.swift"])
    #expect(folder.text("Package.swift")?.hasSuffix("// mine\n") == true)
  }

  private static func edit(_ path: String) -> ScaffoldPlan.Edit {
    ScaffoldPlan.Edit(path: path, before: nil, after: "no")
  }

  private static func expectUntouched(_ folder: TemporaryFolder) throws {
    #expect(try Repository(root: folder.path).changes(since: "HEAD") == [])
    #expect(!MonoCore.Files.exists("\(folder.path)/Packages/TipJar"))
    #expect(Files.entries("\(folder.path)/.build/mono").allSatisfy { !$0.isFolder })
  }
}
