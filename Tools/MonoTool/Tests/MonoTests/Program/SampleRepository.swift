import Basics
import Terminal
import TerminalTesting

@testable import mono

/// Two packages in a git repository, on which the program runs.
struct SampleRepository {
  let folder: TemporaryFolder
  var path: String { folder.path }

  init(in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    try write(".build\n", to: ".gitignore")
    let test = "import Testing\n@Test func passes() {}\n"
    try FixturePackage(
      name: "Low", source: "public func low() {}\n", test: test + "import Low\n"
    ).write(to: self.folder)
    try FixturePackage(
      name: "High", dependencies: ["Low"], source: "import Low\n", test: test + "import High\n"
    ).write(to: self.folder)
    try self.folder.makeRepository()
  }

  func write(_ text: String, to file: String) throws { try folder.write(text, to: file) }

  /// Runs a command line.
  func run(_ arguments: [String]) async -> (Int32, ScriptedTerminal) {
    let terminal = ScriptedTerminal(.pipe)
    let program = Program(terminal: terminal, cacheFolder: try? SharedCache.path)
    let hasRoot = arguments.contains("--root") || arguments.isEmpty
    let isBuilding = ["build", "test"].contains(arguments.first)
    let status = await program.run(
      arguments + (hasRoot ? [] : ["--root", path])
        + (isBuilding ? ["--"] + SampleBuild.options : []))
    return (status, terminal)
  }
}
