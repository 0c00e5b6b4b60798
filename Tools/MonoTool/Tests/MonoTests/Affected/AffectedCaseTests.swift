import Basics
import Testing

@testable import mono

/// What the generated histories do not make.
struct AffectedCaseTests {
  @Test func `A file that nothing maps selects everything and says so`() throws {
    let folder = try Self.repository()
    try folder.write("x", to: "data.bin")

    let report = try folder.affected()

    #expect(report.unmapped == ["data.bin"])
    #expect(try report.targets.count == folder.workspace().targets.count)
    #expect(report.text(explained: false).contains("\ndata.bin is in no target"))
  }

  @Test func `What selects everything is not nothing, though no manifest can be read`() throws {
    let folder = try TemporaryFolder()
    try folder.write("not swift", to: "Package.swift")
    try folder.makeRepository()
    try folder.write("x", to: "data.bin")

    let report = try folder.affected()

    #expect(report.unmapped == ["data.bin"] && report.targets.isEmpty)
    #expect(!report.text(explained: false).contains("Nothing is affected"))
  }

  private static let all = ["High", "HighTests", "Low"]
  private static let low = "Packages/Low/Sources/Low"
  private static let several = """
    { "paths": ["data/**"], "affects": [], "reason": "no one" },
    { "paths": ["data/**"], "affects": ["Low"], "reason": "one" },
    { "paths": ["data/x"], "affects": ["HighTests"], "reason": "another" }
    """

  @Test(arguments: [
    // Outside the targets of its package, and with a name that has to be quoted.
    ("Packages/Low/settings.json", "", all), ("\(low)/\"Größe\" der\tDatei.swift", "", all),
    // Source code is no license, whatever its name.
    ("\(low)/LICENSEPlate.swift", "", all), ("\(low)/NOTICEBoard.swift", "", all),
    ("\(low)/LICENSE", "", []), ("\(low)/LICENSE.txt", "", []), ("\(low)/NOTICE.md", "", []),
    // Several inputs describe it.
    ("data/x", several, all),
    // Tests read a manifest as a file; what it says of its targets stays the same.
    (
      "Packages/Low/Package.swift",
      #"{ "paths": ["**/Package.swift"], "affects": ["HighTests"], "reason": "r" }"#,
      ["HighTests"]
    ),
  ])
  func `A changed file selects`(file: String, inputs: String, expected: [String]) throws {
    let folder = try Self.repository()
    try folder.write(#"{ "inputs": [\#(inputs)] }"#, to: "mono.rules.json")
    try folder.commit()
    try folder.write((folder.text(file) ?? "") + "// changed\n", to: file)

    #expect(try Self.names(folder) == expected)
  }

  @Test func `The explanation names the file and the path of each package`() throws {
    let folder = try Self.repository()
    try folder.write("// changed", to: "Packages/Low/Sources/Low/Low.swift")

    let report = try folder.affected()

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
    try folder.commit()
    try folder.write("// other", to: "Shared/Code.swift")

    #expect(try Self.names(folder) == ["High", "HighTests"])
  }

  @Test func `A source that git ignores selects its target`() throws {
    let folder = try Self.repository()
    try folder.write(".build\nGenerated.swift\n", to: ".gitignore")
    try folder.write(
      #"{ "inputs": [{ "paths": [".gitignore"], "affects": [], "reason": "r" }] }"#,
      to: "mono.rules.json")
    try folder.commit()
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
    try other.commit()
    let folder = try Self.repository()
    try folder.git(
      "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.path,
      "Packages/Low/Sources/Low/Other")
    try folder.commit()
    let place = "Packages/Low/Sources/Low/Other"
    #expect(throws: MonoError.self) { try Self.names(folder) }

    try folder.write("2", to: "\(place)/file")
    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])

    try folder.write("1", to: "\(place)/file")
    try folder.write("", to: "\(place)/new")
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

    let error = #expect(throws: MonoError.self) { try folder.affected() }

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
    try folder.commit()
    try folder.remove("Packages/Found/Sources/one")

    #expect(try Self.names(folder) == ["all"])
  }

  @Test func `A manifest that could not be evaluated before selects its package`() throws {
    let folder = try Self.repository()
    let manifest = folder.text("Packages/Low/Package.swift") ?? ""
    try folder.write("not swift", to: "Packages/Low/Package.swift")
    try folder.commit()
    try folder.write(manifest, to: "Packages/Low/Package.swift")

    #expect(try Self.names(folder) == ["High", "HighTests", "Low"])
  }

  @Test func `Without a base the commits of the branch and the open edits count`() throws {
    let folder = try Self.repository()
    try folder.git("checkout", "-q", "-b", "work")
    try folder.write("// 2", to: "Packages/High/Sources/High/High.swift")
    try folder.commit()
    try folder.write("// 3", to: "Packages/High/Tests/HighTests/HighTests.swift")

    let report = try folder.affected(base: nil)

    #expect(report.targets.map(\.name) == ["High", "HighTests"])
    #expect(report.changedFiles.count == 2)
  }

  private static func names(_ folder: TemporaryFolder) throws -> [String] {
    try folder.affected().targets.map(\.name).sorted()
  }

  private static func repository() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(".build\n", to: ".gitignore")
    try FixturePackage(
      name: "High", dependencies: ["Low"], source: "import Low", test: "import High"
    )
    .write(to: folder)
    let low = FixturePackage(name: "Low", source: "", test: "")
    try low.write(to: folder)
    try folder.write(
      low.manifest.replacing(
        "    .testTarget(name: \"LowTests\", dependencies: [\"Low\"]),\n", with: ""),
      to: "Packages/Low/Package.swift")
    try folder.remove("Packages/Low/Tests")
    try folder.makeRepository()
    return folder
  }
}
