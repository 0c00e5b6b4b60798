import Basics
import MonoCore
import MonoTesting
import Testing

/// A repository that has never seen the tool adopts it by the lines of the README: init, check,
/// test, a feature, and a CI service that accepts and refuses.
struct AdoptionTests {
  @Test(.timeLimit(.minutes(20)))
  func `A repository is adopted, from init to CI`() throws {
    let home = try Home()
    try home.write(Self.manifest, to: "Package.swift")
    try home.write("public func greeting() -> String { \"Hello\" }\n", to: "Sources/Low/Low.swift")
    try home.write(
      "import Low\npublic func line() -> String { greeting() + \"!\" }\n",
      to: "Sources/High/High.swift")
    try home.write(Self.tests, to: "Tests/HighTests/HighTests.swift")
    try home.write(".build\n", to: ".gitignore")
    let page = try Self.page()
    try home.write(page.workflow, to: ".github/workflows/mono.yml")
    try git(home, "init", "-q", "-b", "main")
    try git(home, "add", "-A")
    try git(home, "commit", "-q", "-m", "start")

    let adoption = try shell(home, page.adoption, in: home.path)
    #expect(adoption.status == .exited(0), "\(adoption.errorText)")
    #expect(adoption.outputText.contains("No findings."))
    // Builds find the system's modules compiled already; a rules file can name such a variable.
    let rules = try #require(MonoCore.Files.text("\(home.path)/mono.rules.json"))
    try home.write(
      rules.replacing(
        "\"version\": 1,", with: "\"version\": 1,\n  \"env\": [\"SWIFTPM_TESTS_MODULECACHE\"],"),
      to: "mono.rules.json")
    #expect(try mono(home, ["graph", "--targets"]).outputText.contains("HighTests"))
    try git(home, "add", "-A")
    try git(home, "commit", "-q", "-m", "adopt mono")
    let first = try service(home, ["mono test"], branch: "main")
    #expect(first.outputText.contains("1 tests"), "\(first.outputText)\(first.errorText)")
    let again = try service(home, ["mono test"], branch: "main")
    #expect(again.outputText.contains("cached Adopted/HighTests, 1 tests"))

    // What the workflow does for pull requests.
    func change(_ branch: String, _ edit: () throws -> Void) throws {
      try git(home, "switch", "-q", "-c", branch, "main")
      try edit()
      try git(home, "add", "-A")
      try git(home, "commit", "-q", "-m", branch)
    }
    let low = "Sources/Low/Low.swift"
    try change("feature") {
      try home.write(
        "import Testing\n@Test func more() {}\n", to: "Tests/HighTests/MoreTests.swift")
    }
    let accepted = try service(home, page.steps, branch: "feature")
    #expect(accepted.status == .exited(0), "\(accepted.outputText)\(accepted.errorText)")
    #expect(accepted.outputText.contains("ok     Adopted, 2 tests"), "\(accepted.outputText)")
    try change("break") {
      try home.write("public func greeting() -> String { \"Bye\" }\n", to: low)
    }
    let broken = try service(home, page.steps, branch: "break")
    #expect(broken.status == .exited(1))
    #expect(broken.outputText.contains("::error file=Tests/HighTests/HighTests.swift,line=6"))
    #expect(MonoCore.Files.text("\(broken.folder)/results.xml")?.contains("failures=\"1\"") == true)
    try change("cross") {
      try home.write("import High\npublic func greeting() -> String { \"Hello\" }\n", to: low)
    }
    let refusedImport = try service(home, page.steps, branch: "cross")
    #expect(refusedImport.status == .exited(1))
    #expect(refusedImport.outputText.contains("::error file=\(low),line=1"))
    #expect(!MonoCore.Files.exists("\(refusedImport.folder)/results.xml"))

    // The checkout without a history that services make by default is refused.
    let machine = try MonoCore.Files.makeTemporaryFolder()
    let shallow = machine.path(of: "shallow")
    _ = try Subprocess.run(
      "git", ["clone", "-q", "--depth", "1", "--branch", "break", "file://\(home.path)", shallow])
    let refused = try mono(
      home, ["test", "--affected"], in: shallow, ["GITHUB_BASE_REF": "main"])
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
    _ home: Home, _ arguments: [String], in folder: String? = nil,
    _ variables: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try Subprocess.run(
      BinaryTests.program, arguments + ["--root", folder ?? home.path],
      environment: environment(home, variables))
  }

  private func environment(
    _ home: Home, _ variables: [String: String]
  ) throws -> [String: String] {
    var environment = EnvironmentVariables.all.filter { !$0.key.hasPrefix("GITHUB_") }
    environment["TMPDIR"] = home.temporaryFolder
    environment["SWIFTPM_TESTS_MODULECACHE"] = Path.join(SampleBuild.products, "ModuleCache")
    environment["MONO_CACHE"] = "\(home.path)/.build/cache"
    environment["PATH"] = "\(SampleBuild.products):\(environment["PATH"] ?? "")"
    try MonoCore.Files.makeFolder(home.temporaryFolder)
    return environment.merging(variables) { $1 }
  }

  /// A line for a shell, run in a folder.
  private func shell(
    _ home: Home, _ line: String, in folder: String, _ variables: [String: String] = [:]
  ) throws -> Subprocess.Outcome {
    try Subprocess.run(
      "bash", ["-c", "cd \"$1\" && \(line)", "bash", folder],
      environment: environment(home, variables))
  }

  /// What the first step of a service that fails says, or the last one, and where it ran.
  private func service(
    _ home: Home, _ steps: [String], branch: String
  ) throws -> (status: Subprocess.Status, outputText: String, errorText: String, folder: String) {
    let clone = "\(home.temporaryFolder).service/Adopted"
    let fetching = """
      if [ ! -d "$1" ]; then git clone -q "$2" "$1"; fi
      cd "$1" && git fetch -q && git checkout -q --detach "origin/$3" && rm -f results.xml
      """
    _ = try Subprocess.run("bash", ["-c", fetching, "bash", clone, home.path, branch])
    var last: Subprocess.Outcome?
    for step in steps {
      let outcome = try shell(
        home, step, in: clone, ["GITHUB_ACTIONS": "true", "GITHUB_BASE_REF": "main"])
      last = outcome
      if outcome.status != .exited(0) { break }
    }
    let outcome = try #require(last)
    return (outcome.status, outcome.outputText, outcome.errorText, clone)
  }

  private func git(_ home: Home, _ arguments: String...) throws {
    let options = ["-C", home.path] + SampleBuild.gitOptions
    #expect(try Subprocess.run("git", options + arguments).status == .exited(0))
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

  /// What the README says about another repository.
  private struct Page {
    /// What is typed there, but for the way to it.
    let adoption: String
    let workflow: String
    /// The steps of the workflow that run the program.
    let steps: [String]
  }

  private static func page() throws -> Page {
    let path = Path.join(Path.folder(of: #filePath), "../../README.md")
    let lines = try #require(MonoCore.Files.text(path)).split(
      separator: "\n", omittingEmptySubsequences: false)
    let adoption = try #require(lines.first { $0.hasPrefix("    $ cd other && ") })
    let start = try #require(lines.firstIndex(of: "    on: pull_request"))
    let workflow = lines[start...].prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    let steps = workflow.compactMap { line in
      line.firstRange(of: "- run: mono ").map { "mono " + line[$0.upperBound...] }
    }
    #expect(steps.count == 2)
    return Page(
      adoption: String(adoption.dropFirst("    $ cd other && ".count)),
      workflow: workflow.joined(separator: "\n") + "\n", steps: steps)
  }
}
