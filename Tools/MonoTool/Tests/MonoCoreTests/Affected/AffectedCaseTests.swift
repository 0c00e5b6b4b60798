import Basics
import Testing

@testable import MonoCore

/// What the generated histories do not make.
struct AffectedCaseTests {
  @Test func `A file that nothing maps selects everything and says so`() throws {
    let folder = try Self.repository()
    try folder.write("x", to: "data.bin")

    let report = try Self.affected(folder)

    #expect(report.unmapped == ["data.bin"])
    #expect(report.selected.count == report.workspace.targets.count)
    #expect(report.text(explained: false).contains("\ndata.bin is in no target"))
    #expect(report.json["everything"] == true)
  }

  @Test func `What selects everything is not nothing, though no manifest can be read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("not swift", to: "Package.swift")
    try folder.git("init", "-q", "-b", "main")
    try Self.commit(folder)
    try folder.write("x", to: "data.bin")

    let report = try Self.affected(folder)

    #expect(report.unmapped == ["data.bin"] && report.selected.isEmpty)
    #expect(!report.text(explained: false).contains("Nothing is affected"))
  }

  @Test func `A file of a package outside its targets selects the package`() throws {
    let folder = try Self.repository()
    try folder.write("x", to: "Packages/Low/settings.json")

    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])
  }

  @Test func `The explanation names the file and the path of each package`() throws {
    let folder = try Self.repository()
    try folder.write("// changed", to: "Packages/Low/Sources/Low/Low.swift")

    let report = try Self.affected(folder)

    #expect(
      report.text(explained: true) == """
        base: \(report.base.commit.prefix(9)), which is HEAD itself (HEAD, --base): only open edits count
        packages: High, Low
        targets: High, Low
        test targets: HighTests
        High: Packages/Low/Sources/Low/Low.swift (changed in Low) → Low → High
        Low: Packages/Low/Sources/Low/Low.swift (changed in Low) → Low
          High: Packages/Low/Sources/Low/Low.swift (changed in Low) → Low → High
          HighTests: Packages/Low/Sources/Low/Low.swift (changed in Low) → Low → High → HighTests
          Low: Packages/Low/Sources/Low/Low.swift (changed in Low) → Low

        """)
  }

  @Test func `A file behind a symbolic link counts for the target that holds the link`() throws {
    let folder = try Self.repository()
    try folder.write("// shared", to: "Shared/Code.swift")
    try folder.write(
      #"{ "inputs": [{ "paths": ["Shared/**"], "affects": [], "reason": "linked" }] }"#,
      to: "mono.rules.json")
    let link = "\(folder.path)/Packages/High/Sources/High/Shared"
    _ = try Tool.run("ln", ["-s", "../../../../Shared", link])
    try Self.commit(folder)
    try folder.write("// other", to: "Shared/Code.swift")

    #expect(try Self.names(folder) == ["High", "HighTests"])
  }

  @Test(arguments: ["LICENSEPlate.swift", "NOTICEBoard.swift"])
  func `Source code is no license, whatever its name`(name: String) throws {
    let folder = try Self.repository()
    try folder.write("", to: "Packages/Low/Sources/Low/\(name)")

    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])
  }

  @Test(arguments: ["LICENSE", "LICENSE.txt", "NOTICE.md"])
  func `A license selects nothing`(name: String) throws {
    let folder = try Self.repository()
    try folder.write("", to: "Packages/Low/Sources/Low/\(name)")

    #expect(try Self.names(folder) == [])
  }

  @Test func `A source that git ignores selects its target`() throws {
    let folder = try Self.repository()
    try folder.write(".build\nGenerated.swift\n", to: ".gitignore")
    try folder.write(
      #"{ "inputs": [{ "paths": [".gitignore"], "affects": [], "reason": "r" }] }"#,
      to: "mono.rules.json")
    try Self.commit(folder)
    #expect(throws: MonoError.self) { try Self.names(folder) }

    try folder.write("", to: "Packages/High/Sources/High/Generated.swift")

    #expect(try Self.names(folder) == ["High", "HighTests"])
  }

  @Test(arguments: ["--skip-worktree", "--assume-unchanged"])
  func `An edit that git was told not to see selects its target`(option: String) throws {
    let folder = try Self.repository()
    let file = "Packages/High/Sources/High/High.swift"
    try folder.git("update-index", option, file)
    #expect(throws: MonoError.self) { try Self.names(folder) }

    try folder.write("// edited", to: file)

    #expect(try Self.names(folder) == ["High", "HighTests"])
  }

  @Test func `Edits and new files in a submodule are seen`() throws {
    let other = try TemporaryFolder()
    try other.git("init", "-q")
    try other.write("1", to: "file")
    try Self.commit(other)
    let folder = try Self.repository()
    try folder.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.path,
      "Packages/Low/Sources/Low/Other")
    try Self.commit(folder)
    let place = "Packages/Low/Sources/Low/Other"
    #expect(throws: MonoError.self) { try Self.names(folder) }

    try folder.write("2", to: "\(place)/file")
    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])

    try folder.write("1", to: "\(place)/file")
    try folder.write("", to: "\(place)/new")
    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])
  }

  @Test func `A file that several inputs describe counts for the targets of all`() throws {
    let folder = try Self.repository()
    try folder.write(
      #"""
      { "inputs": [
        { "paths": ["data/**"], "affects": [], "reason": "no one" },
        { "paths": ["data/**"], "affects": ["Low"], "reason": "one" },
        { "paths": ["data/x"], "affects": ["HighTests"], "reason": "another" }] }
      """#, to: "mono.rules.json")
    try Self.commit(folder)
    try folder.write("1", to: "data/x")

    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])
  }

  @Test func `An input for a target that does not exist is an error with its line`() throws {
    let folder = try Self.repository()
    try folder.write(
      """
      { "inputs": [
        { "paths": ["data"], "reason": "read by a test",
          "affects": ["HighTest"] }] }
      """, to: "mono.rules.json")

    let error = #expect(throws: MonoError.self) { try Self.affected(folder) }

    #expect(error?.exitStatus == 64)
    #expect(error?.message.hasPrefix("mono.rules.json:3: 'HighTest' describes no target") == true)
  }

  @Test func `A manifest that finds its targets by itself is compared as it was`() throws {
    let folder = try Self.repository()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import Foundation
      import PackageDescription
      let names = try FileManager.default.contentsOfDirectory(
        atPath: Context.packageDirectory + "/Sources").filter { $0 != "all" }.sorted()
      let package = Package(
        name: "Found",
        targets: names.map { .target(name: $0) } + [
          .target(name: "all", dependencies: names.map { .target(name: $0) })])
      """, to: "Packages/Found/Package.swift")
    for name in ["one", "two", "all"] {
      try folder.write("", to: "Packages/Found/Sources/\(name)/\(name).swift")
    }
    try Self.commit(folder)
    try folder.remove("Packages/Found/Sources/one")

    #expect(try Self.names(folder) == ["all"])
  }

  @Test func `A manifest that tests read as a file selects them`() throws {
    let folder = try Self.repository()
    try folder.write(
      #"{ "inputs": [{ "paths": ["**/Package.swift"], "affects": ["HighTests"], "reason": "r" }] }"#,
      to: "mono.rules.json")
    try Self.commit(folder)
    let manifest = "Packages/Low/Package.swift"
    try folder.write((folder.text(manifest) ?? "") + "// Low\n", to: manifest)

    #expect(try Self.names(folder) == ["HighTests"])
  }

  @Test func `A manifest that could not be evaluated before selects its package`() throws {
    let folder = try Self.repository()
    let manifest = folder.text("Packages/Low/Package.swift") ?? ""
    try folder.write("not swift", to: "Packages/Low/Package.swift")
    try Self.commit(folder)
    try folder.write(manifest, to: "Packages/Low/Package.swift")

    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])
  }

  @Test func `An unknown base is a usage error with a remedy`() throws {
    let folder = try Self.repository()

    let error = #expect(throws: MonoError.self) { try Self.affected(folder, base: "no-such-ref") }

    #expect(error?.exitStatus == 64)
    #expect(error?.hint.contains("git fetch") == true)
  }

  @Test func `A shallow clone is an error that names the remedy`() throws {
    let folder = try Self.repository()
    try folder.write("// 2", to: "Packages/Low/Sources/Low/Low.swift")
    try Self.commit(folder)
    let clone = try TemporaryFolder()
    try clone.remove("")
    try folder.git("clone", "-q", "--depth", "1", "file://\(folder.path)", clone.path)

    let error = #expect(throws: MonoError.self) { try Self.affected(clone, base: "HEAD~1") }

    #expect(error?.exitStatus == 1)
    #expect(error?.hint.contains("git fetch --unshallow") == true)
  }

  @Test func `Unrelated histories have no base`() throws {
    let folder = try Self.repository()
    try folder.git("checkout", "-q", "--orphan", "other")
    try folder.git("commit", "-q", "-m", "another beginning")

    let error = #expect(throws: MonoError.self) { try Self.affected(folder, base: "main") }

    #expect(error?.message.contains("no common history") == true)
  }

  @Test func `Without a base the commits of the branch and the open edits count`() throws {
    let folder = try Self.repository()
    try folder.git("checkout", "-q", "-b", "work")
    try folder.write("// 2", to: "Packages/High/Sources/High/High.swift")
    try Self.commit(folder)
    try folder.write("// 3", to: "Packages/High/Tests/HighTests/HighTests.swift")

    let report = try Self.affected(folder, base: nil)

    #expect(
      report.selected.map { report.workspace.targets[$0.target].name } == ["High", "HighTests"])
    #expect(report.changes.count == 2)
  }

  @Test func `Paths with spaces, quotes and other letters are understood`() throws {
    let folder = try Self.repository()
    try folder.write("x", to: "Packages/Low/Sources/Low/\"Größe\" der\tDatei.swift")

    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])
  }

  private static func names(_ folder: TemporaryFolder) throws -> [String] {
    let report = try affected(folder)
    return report.selected.map { report.workspace.targets[$0.target].name }.sorted()
  }

  private static func affected(
    _ folder: TemporaryFolder, base: String? = "HEAD"
  ) throws -> AffectedReport {
    let repository = Repository(root: folder.path)
    let rules = try RulesFile.load(root: folder.path)
    let loader = WorkspaceLoader(evaluator: try folder.evaluator())
    let workspace = try loader.load(root: folder.path, repository: repository)
    return try AffectedAnalysis(
      loader: loader, repository: repository, rules: rules, workspace: workspace
    ).run(base: base)
  }

  private static func commit(_ folder: TemporaryFolder) throws {
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "--allow-empty", "-m", "commit")
  }

  private static func repository() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(".build\n", to: ".gitignore")
    try FixturePackage(
      name: "High", dependencies: ["Low"], source: "import Low", test: "import High"
    )
    .write(to: folder)
    var low = FixturePackage(name: "Low", source: "", test: "")
    low.settings = ""
    try low.write(to: folder)
    try folder.write(
      low.manifest.replacing(
        "    .testTarget(name: \"LowTests\", dependencies: [\"Low\"]),\n", with: ""),
      to: "Packages/Low/Package.swift")
    try folder.remove("Packages/Low/Tests")
    try folder.git("init", "-q", "-b", "main")
    try commit(folder)
    return folder
  }
}
