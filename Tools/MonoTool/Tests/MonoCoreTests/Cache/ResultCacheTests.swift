import Testing

@testable import MonoCore

@Suite(.serialized)
struct ResultCacheTests {
  /// All tests build in it, one after the other.
  private static let folder = Result { try TemporaryFolder.untilExit() }
  private let folder: TemporaryFolder
  private let cache: TemporaryFolder

  /// Two packages, of which High needs Low, and a file that the rules declare as an input of High's
  /// tests.
  init() throws {
    folder = try Self.folder.get()
    cache = try TemporaryFolder()
    let packages = [
      FixturePackage(name: "Low", source: "public let low = 1\n", test: Self.test("Low")),
      FixturePackage(
        name: "High", dependencies: ["Low"], source: "import Low\n", test: Self.test("High")),
    ]
    for package in packages { try package.write(to: folder) }
    // One build for the tests of both.
    try folder.write(FixturePackage.rootManifest(packages), to: "Package.swift")
    try folder.write(".build\n", to: ".gitignore")
    try folder.write("1", to: "data.txt")
    try folder.write(
      #"""
      { "inputs": [
        { "paths": ["data.txt"], "affects": ["HighTests"], "reason": "r" },
        { "paths": [".gitignore"], "affects": [], "reason": "r" }] }
      """#, to: "mono.rules.json")
    try folder.git("init", "-q")
  }

  private static func test(_ name: String) -> String {
    "import Testing\nimport \(name)\n@Test func works() {}\n"
  }

  @Test func `A target is not run again until something that it depends on changes`() throws {
    #expect(try run() == [])
    #expect(try run() == ["HighTests", "LowTests"])
    // A result with other options is another one.
    #expect(try run(passedOn: ["--jobs", "2"]) == [])
    #expect(try run() == ["HighTests", "LowTests"])

    try folder.write("2", to: "data.txt")
    #expect(try run() == ["LowTests"])
    try folder.write("public let low = 2\n", to: "Packages/Low/Sources/Low/Low.swift")
    #expect(try run() == [])
    #expect(try run() == ["HighTests", "LowTests"])
    try folder.write(
      "import Testing\n@Test func works() { #expect(1 == 2) }\n",
      to: "Packages/Low/Tests/LowTests/LowTests.swift")
    #expect(try run() == ["HighTests"])
    #expect(try run() == ["HighTests"])
  }

  @Test func `What was edited while the tests ran was not tested`() throws {
    try folder.write(
      """
      import Foundation
      import High
      import Testing
      @Test func edits() throws {
        try Data("3".utf8).write(to: URL(filePath: "\(folder.path)/data.txt"))
      }

      """, to: "Packages/High/Tests/HighTests/HighTests.swift")
    #expect(try run() == [])

    try folder.write("1", to: "data.txt")

    #expect(try run() == ["LowTests"])
    let tests = "Packages/High/Tests/HighTests"
    try folder.write(
      """
      import Glibc
      import Testing
      @Test func adds() { #expect(open("Tests/HighTests/new.txt", O_CREAT | O_WRONLY, 0o600) >= 0) }

      """, to: "\(tests)/HighTests.swift")
    #expect(try run() == ["LowTests"])
    try folder.remove("\(tests)/new.txt")
    #expect(try run() == ["LowTests"])
    try folder.remove("\(tests)/new.txt")
  }

  @Test func `The oldest results are removed beyond the limit`() throws {
    let results = ResultCache(folder: cache.path)
    for number in 1...5 { try results.record("\(number)", target: "T", tests: number) }

    results.prune(limit: 3)

    #expect(Files.entries("\(cache.path)/results").count == 3)
    #expect(results.tests(of: "5") == 5)
  }

  private func cachedRun(
    _ workspace: Workspace, passedOn: [String] = []
  ) throws -> CachedRun {
    var options = BuildOptions()
    options.passedOn = passedOn
    return try CachedRun(
      builder: folder.builder(workspace, options: options),
      repository: Repository(root: folder.path), cache: ResultCache(folder: cache.path))
  }

  /// Runs all tests and returns the targets whose results came from the cache.
  private func run(passedOn: [String] = []) throws -> [String] {
    let workspace = try folder.workspace()
    let tests = workspace.targets.indices.filter { workspace.targets[$0].kind == .test }
    var run = try cachedRun(workspace, passedOn: passedOn)
    return try run.run(.testing(tests, in: workspace)).steps.flatMap(\.cached.keys).sorted()
  }
}
