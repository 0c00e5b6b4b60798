import Basics
import Testing

@testable import MonoCore

/// Files that belong to a target although they lie in an unusual place.
struct TargetInputsTests {
  @Test(arguments: [
    ("Packages/Split/Sources/One/One.swift", ["OneTests", "TwoTests"]),
    ("Packages/Split/Sources/Two/Two.swift", ["OneTests", "TwoTests"]),
    ("Packages/Split/Headers/private.h", ["CATests"]),
    ("Packages/Alone/Sources/Alone/Alone.swift", ["UserTests"]),
    ("Packages/User/Tests/UserTests/Package.resolved", ["UserTests"]),
    ("Packages/User/Tests/UserTests/ignored.txt", ["UserTests"]),
    ("Packages/User/Tests/UserTests/.hidden/file", ["UserTests"]),
    ("Shared/Package.resolved", ["UserTests"]),
    ("Generated/ignored.txt", ["UserTests"]),
  ])
  func `A changed file is another key and selects its targets`(
    file: String, targets: [String]
  ) throws {
    let folder = try Self.repository()
    let before = try Self.keys(folder)

    try folder.write("// changed", to: file)

    let changed = try Self.keys(folder).filter { before[$0.key] != $0.value }.keys
    #expect(changed.sorted() == targets)
    let isHiddenFromGit = file.hasPrefix("Generated/")
    #expect(try Self.affected(folder).isSuperset(of: isHiddenFromGit ? [] : targets))
  }

  @Test(arguments: [
    "mkdir empty", "mkdir -p deep/empty", "ln -sfn two link", "chmod u+x one/same.txt",
    "chmod u-w one/same.txt", "chmod u-w one",
  ])
  func `Folders, what their owner may do and what links say are part of a key`(change: String)
    throws
  {
    let folder = try Self.repository()
    let tests = "Packages/User/Tests/UserTests"
    for place in ["one", "two"] { try folder.write("1", to: "\(tests)/\(place)/same.txt") }
    func shell(_ line: String) throws {
      let script = "cd \(folder.path)/\(tests) && \(line)"
      #expect(try Tool.run("sh", ["-c", script]).status == .exited(0))
    }
    try shell("ln -s one link")
    let before = try Self.keys(folder)

    try shell(change)

    let changed = try Self.keys(folder).filter { before[$0.key] != $0.value }.keys
    #expect(changed.sorted() == ["UserTests"])
  }

  @Test func `A lock file counts by its place for those who use external packages`() throws {
    let folder = try Self.repository()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Pinned", dependencies: [.package(url: "https://example.org/x", from: "1.0.0")],
        targets: [
          .testTarget(name: "PinnedTests", dependencies: [.product(name: "X", package: "x")])])
      """, to: "Packages/Pinned/Package.swift")
    try folder.write("", to: "Packages/Pinned/Tests/PinnedTests/Tests.swift")
    let before = try Self.keys(folder)

    try folder.write(#"{ "pins": [] }"#, to: "Packages/Pinned/Package.resolved")

    #expect(
      try Self.keys(folder).filter { before[$0.key] != $0.value }.keys.sorted() == ["PinnedTests"])
  }

  @Test(
    arguments: [
      (#"plugins: ["Make"]"#, "", "needs Odd, whose plugin can read every file"),
      (#"linkerSettings: [.unsafeFlags(["-L."])]"#, "", "needs Odd, whose flags name -L."),
      (
        #"linkerSettings: [.unsafeFlags(["Other/lib.a"])]"#, "",
        nil
      ),
      (
        "cSettings: []", "module Odd { header \"../../../x.h\" }",
        "needs Odd, whose include/module.modulemap names files of other folders"
      ),
      (#"swiftSettings: [.unsafeFlags(["-I", "/usr/include", "-O"])]"#, "", nil),
    ] as [(String, String, String?)])
  func `What a build reads without a name has no key to be trusted`(
    settings: String, map: String, obstacle: String?
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Odd",
        targets: [
          .target(name: "Odd", \(settings)), .plugin(name: "Make", capability: .buildTool()),
          .testTarget(name: "OddTests", dependencies: ["Odd"]),
        ])
      """, to: "Package.swift")
    try folder.write(map, to: "Sources/Odd/include/module.modulemap")
    for file in [
      "Sources/Odd/odd.c", "Tests/OddTests/T.swift", "Other/lib.a", "Plugins/Make/M.swift",
    ] { try folder.write("", to: file) }
    try folder.git("init", "-q")
    let workspace = try folder.workspace()

    let inputs = try Self.inputs(folder, workspace)

    #expect(try inputs.obstacle(to: workspace.target(named: "OddTests")) == obstacle)
    guard obstacle == nil else { return }
    try folder.write("__asm__(\".incbin 'x'\");", to: "Sources/Odd/odd.c")
    #expect(
      try Self.inputs(folder, workspace).obstacle(to: workspace.target(named: "OddTests"))
        == "needs Odd, whose odd.c names files of other folders")
  }

  @Test(arguments: ["package", "source", "file", "excluded"])
  func `What reads outside of the repository has no key to be trusted`(kind: String) throws {
    let folder = try Self.repository()
    let other = try TemporaryFolder()
    try FixturePackage(name: "Other", source: "", test: "").write(to: other)
    let tests = "\(folder.path)/Packages/User/Tests/UserTests"
    func link(_ target: String) throws {
      _ = try Tool.run("ln", ["-s", "\(other.path)/\(target)", "\(tests)/Link"])
    }
    switch kind {
    case "source": try link("Packages/Other/Sources")
    case "file": try link("Packages/Other/Package.swift")
    default:
      let isInside = kind == "excluded"
      if isInside { try FixturePackage(name: "Other", source: "", test: "").write(to: folder) }
      var user = Self.user
      user.dependencies = []
      let path = isInside ? "../Other" : "\(other.path)/Packages/Other"
      try folder.write(
        user.manifest.replacing(
          "dependencies: []", with: "dependencies: [.package(path: \"\(path)\")]",
          maxReplacements: 1),
        to: "Packages/User/Package.swift")
    }
    try folder.git("add", "-A")
    let workspace = try Self.workspace(folder)

    #expect(
      try Self.inputs(folder, workspace).obstacle(to: workspace.target(named: "UserTests")) != nil)
    #expect(
      try Self.inputs(folder, workspace).obstacle(to: workspace.target(named: "OneTests")) == nil)
    let findings = try Checker(
      workspace: workspace, rules: .standard, repository: Repository(root: folder.path)
    ).findings()
    #expect(findings.contains { $0.rule == "outside" && $0.from == "User" } == (kind != "excluded"))
  }

  private static var user: FixturePackage {
    FixturePackage(name: "User", dependencies: ["Link"], source: "", test: "")
  }

  private static func workspace(_ folder: TemporaryFolder) throws -> Workspace {
    try WorkspaceLoader(evaluator: folder.evaluator(), excluded: [Glob("Packages/Other")]).load(
      root: folder.path, repository: Repository(root: folder.path))
  }

  private static func inputs(
    _ folder: TemporaryFolder, _ workspace: Workspace
  ) throws -> TargetInputs {
    try TargetInputs(
      workspace: workspace, repository: Repository(root: folder.path),
      rules: RulesFile.load(root: folder.path))
  }

  /// The keys of all test targets by their names.
  private static func keys(_ folder: TemporaryFolder) throws -> [String: String] {
    let workspace = try workspace(folder)
    var keys = ContentKeys(
      workspace: workspace, inputs: try inputs(folder, workspace), toolchain: try Toolchain.find(),
      options: BuildOptions(), environment: [:])
    let tests = workspace.targets.indices.filter { workspace.targets[$0].kind == .test }
    return Dictionary(
      tests.map { (workspace.targets[$0].name, keys.key(of: $0)) }, uniquingKeysWith: { $1 })
  }

  private static func affected(_ folder: TemporaryFolder) throws -> Set<String> {
    let report = try AffectedAnalysis(
      loader: WorkspaceLoader(evaluator: try folder.evaluator()),
      repository: Repository(root: folder.path), rules: RulesFile.load(root: folder.path),
      workspace: workspace(folder)
    ).run(base: "HEAD")
    return Set(report.selected.map { report.workspace.targets[$0.target].name })
  }

  private static func repository() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Split",
        targets: [
          .target(name: "One", path: "Sources", sources: ["One"]),
          .target(name: "Two", path: "Sources", sources: ["Two"]),
          .target(name: "CA", path: "C", cSettings: [.headerSearchPath("../Headers")]),
          .testTarget(name: "OneTests", dependencies: ["One"]),
          .testTarget(name: "TwoTests", dependencies: ["Two"]),
          .testTarget(name: "CATests", dependencies: ["CA"]),
        ])
      """, to: "Packages/Split/Package.swift")
    for file in [
      "Sources/One/One.swift", "Sources/Two/Two.swift", "C/a.c", "C/include/a.h",
      "Headers/private.h", "Tests/OneTests/T.swift", "Tests/TwoTests/T.swift",
      "Tests/CATests/T.swift",
    ] {
      try folder.write("", to: "Packages/Split/\(file)")
    }
    var alone = FixturePackage(name: "Alone", source: "", test: "")
    alone.settings = ""
    try alone.write(to: folder)
    try folder.write(
      alone.manifest.replacing(
        "    .testTarget(name: \"AloneTests\", dependencies: [\"Alone\"]),\n", with: ""
      )
      .replacing(
        "name: \"Alone\",\n  products: [.library(name: \"Alone\"",
        with: "name: \"Link\",\n  products: [.library(name: \"Link\""),
      to: "Packages/Alone/Package.swift")
    try folder.remove("Packages/Alone/Tests")
    _ = try Tool.run("ln", ["-s", "Alone", "\(folder.path)/Packages/Link"])
    var userPackage = user
    userPackage.settings = ""
    try userPackage.write(to: folder)
    try folder.write("{}", to: "Packages/User/Tests/UserTests/Package.resolved")
    try folder.write("{}", to: "Shared/Package.resolved")
    try folder.write(".build\nignored.txt\nGenerated\nmono.rules.json\n", to: ".gitignore")
    try folder.write("1", to: "Packages/User/Tests/UserTests/ignored.txt")
    try folder.write("1", to: "Packages/User/Tests/UserTests/.hidden/file")
    try folder.write(
      #"""
      { "inputs": [
        { "paths": ["Shared/Package.resolved", "Generated/**"], "affects": ["UserTests"],
          "reason": "r" }] }
      """#, to: "mono.rules.json")
    try folder.git("init", "-q", "-b", "main")
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "commit")
    return folder
  }
}
