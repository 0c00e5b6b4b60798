import Basics
import MonoCore
import Testing

/// A repository that has never seen the tool adopts it: init, check, graph, test, and a CI service.
struct AdoptionTests {
  @Test(.timeLimit(.minutes(5)))
  func `A repository is adopted, from init to CI`() throws {
    let home = try Home()
    try home.write(Self.manifest, to: "Package.swift")
    try home.write("public func greeting() -> String { \"Hello\" }\n", to: "Sources/Low/Low.swift")
    try home.write(
      "import Low\npublic func line() -> String { greeting() + \"!\" }\n",
      to: "Sources/High/High.swift")
    try home.write(Self.tests, to: "Tests/HighTests/HighTests.swift")
    try home.write(".build\n", to: ".gitignore")
    try home.write(Self.workflow, to: ".github/workflows/tests.yml")
    try git(home, "init", "-q", "-b", "main")
    try git(home, "add", "-A")
    try git(home, "commit", "-q", "-m", "start")

    #expect(try mono(home, "init").status == .exited(0))
    #expect(try mono(home, "check").status == .exited(0))
    try home.write("\(Version.current)\n", to: ".mono-version")
    #expect(try mono(home, "graph", "--targets").outputText.contains("HighTests"))
    let first = try mono(home, "test")
    #expect(first.outputText.contains("1 tests"), "\(first.outputText)\(first.errorText)")
    #expect(try mono(home, "test").outputText.contains("cached Adopted/HighTests, 1 tests"))
    try git(home, "add", "-A")
    try git(home, "commit", "-q", "-m", "adopt mono")

    // What the workflow does for a pull request that breaks a function.
    try git(home, "switch", "-q", "-c", "change")
    try home.write("public func greeting() -> String { \"Bye\" }\n", to: "Sources/Low/Low.swift")
    try git(home, "commit", "-q", "-a", "-m", "change")
    let machine = try MonoCore.Files.makeTemporaryFolder()
    let clone = machine.path(of: "clone")
    _ = try Subprocess.run("git", ["clone", "-q", "--branch", "change", home.path, clone])
    let variables = ["GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main"]
    let results = machine.path(of: "results.xml")
    let arguments = ["test", "--affected", "--junit", results, "--root", clone]
    let broken = try mono(home, arguments, variables)
    #expect(broken.status == .exited(1))
    #expect(broken.outputText.contains("::error file=Tests/HighTests/HighTests.swift,line=6"))
    #expect(MonoCore.Files.text(results)?.contains("failures=\"1\"") == true)

    // The checkout without a history that services make by default is refused.
    let shallow = machine.path(of: "shallow")
    _ = try Subprocess.run(
      "git", ["clone", "-q", "--depth", "1", "--branch", "change", "file://\(home.path)", shallow])
    let refused = try mono(home, ["test", "--affected", "--root", shallow], variables)
    #expect(refused.status == .exited(1))
    #expect(refused.errorText.contains("fetch"))
    // Nothing of all this is left among the temporary files but the locks of the build folders.
    let left = MonoCore.Files.entries(home.temporaryFolder).map(\.name)
    #expect(left.allSatisfy { $0.hasSuffix("_.build.lock") }, "\(left)")
  }

  /// The repository, and a folder for temporary files beside it.
  private struct Home {
    private let folder: TemporaryFolder
    let path: String
    let temporaryFolder: String

    init() throws {
      folder = try MonoCore.Files.makeTemporaryFolder()
      path = "\(MonoCore.Files.realPath(folder.path) ?? folder.path)/Adopted"
      temporaryFolder = "\(folder.path)/temporary"
    }

    func write(_ text: String, to file: String) throws {
      try MonoCore.Files.write(text, to: Path.join(path, file))
    }
  }

  private func mono(
    _ home: Home, _ arguments: String...
  ) throws -> Subprocess.Outcome {
    try mono(home, arguments + ["--root", home.path], [:])
  }

  private func mono(
    _ home: Home, _ arguments: [String], _ variables: [String: String]
  ) throws -> Subprocess.Outcome {
    var environment = EnvironmentVariables.all.filter { !$0.key.hasPrefix("GITHUB_") }
    environment["TMPDIR"] = home.temporaryFolder
    environment["MONO_CACHE"] = "\(home.path)/.build/cache"
    try MonoCore.Files.makeFolder(home.temporaryFolder)
    return try Subprocess.run(
      BinaryTests.program, arguments, environment: environment.merging(variables) { $1 })
  }

  private func git(_ home: Home, _ arguments: String...) throws {
    let identity = ["-C", home.path, "-c", "user.name=T", "-c", "user.email=t@example.org"]
    #expect(try Subprocess.run("git", identity + arguments).status == .exited(0))
  }

  private static let manifest = """
    // swift-tools-version: 6.0
    import PackageDescription
    let package = Package(
      name: "Adopted",
      targets: [
        .target(name: "Low"), .target(name: "High", dependencies: ["Low"]),
        .testTarget(name: "HighTests", dependencies: ["High"]),
      ])

    """

  private static let tests = """
    import High
    import Testing

    struct HighTests {
      @Test func `The line greets`() {
        #expect(line() == "Hello!")
      }
    }

    """

  private static let workflow = """
    on: pull_request
    jobs:
      tests:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v4
            with: { fetch-depth: 0 }
          - run: mono test --affected --junit results.xml

    """
}
