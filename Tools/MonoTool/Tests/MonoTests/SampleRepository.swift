import Basics
import Glibc
import MonoCore
import MonoTesting
import Synchronization
import Terminal
import TerminalTesting

@testable import mono

/// Two packages in a git repository, as long as this object lives.
final class SampleRepository: Sendable {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  init() throws {
    folder = try Files.makeTemporaryFolder()
    try write(".build\n", to: ".gitignore")
    try package("Low", needs: nil, source: "public func low() {}\n")
    try package("High", needs: "Low", source: "import Low\n")
    _ = try Tool.run("git", ["-C", path, "init", "-q", "-b", "main"])
    try commit()
  }

  /// What is known of the manifests of all samples.
  static let cache: Result<TemporaryFolder, any Error> = Result {
    let folder = try Files.makeTemporaryFolder()
    atexit { try? MonoCore.Files.remove(SampleRepository.cache.get().path) }
    return folder
  }

  /// A sample that is removed when the process ends, for what several tests use.
  static func untilExit() throws -> SampleRepository {
    let sample = try SampleRepository()
    kept.withLock { $0.append(sample) }
    return sample
  }

  private static let kept: Mutex<[SampleRepository]> = {
    atexit { SampleRepository.kept.withLock { $0 = [] } }
    return Mutex([])
  }()

  /// Runs a command line.
  func run(_ arguments: [String]) async -> (Int32, ScriptedTerminal) {
    let terminal = ScriptedTerminal(.pipe)
    let cache = try? Self.cache.get().path
    let program = Program(makeTerminal: { _ in terminal }, cacheFolder: cache)
    let hasRoot = arguments.contains("--root") || arguments.isEmpty
    let isBuilding = ["build", "test"].contains(arguments.first)
    let status = await program.run(
      arguments + (hasRoot ? [] : ["--root", path])
        + (isBuilding ? ["--"] + SampleBuild.options : []))
    return (status, terminal)
  }

  /// Adds a package at the root, which a new feature is added to, and its templates.
  func addRootPackage() throws {
    try write(
      #"""
      { "features": { "templates": "Templates", "edits": [{
        "file": "Package.swift", "after": ".package(path: \"Packages/Low\")",
        "add": ", .package(path: \"Packages/{{Name}}\")" }] } }
      """#, to: "mono.rules.json")
    let manifest = """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "{{Name}}", products: [.library(name: "{{Name}}", targets: ["{{Name}}"])],
        targets: [.target(name: "{{Name}}"), .testTarget(name: "{{Name}}Tests")])

      """
    for (path, text) in [
      ("Package.swift", manifest), ("Sources/{{Name}}/{{Name}}.swift", "struct {{Name}} {}\n"),
      ("Tests/{{Name}}Tests/{{Name}}Tests.swift", "import Testing\n"),
    ] {
      try write(text, to: "Templates/Package/\(path).template")
    }
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "Root", dependencies: [.package(path: "Packages/Low")], targets: [])
      """, to: "Package.swift")
    try commit()
  }

  private func commit() throws {
    for arguments in [["add", "-A"], ["commit", "-q", "-m", "commit"]] {
      _ = try Tool.run("git", ["-C", path] + SampleBuild.gitOptions + arguments)
    }
  }

  func write(_ text: String, to file: String) throws {
    try Files.write(text, to: Path.join(path, file))
  }

  private func package(_ name: String, needs other: String?, source: String) throws {
    let package = other.map { ".package(path: \"../\($0)\")" } ?? ""
    try write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "\(name)", products: [.library(name: "\(name)", targets: ["\(name)"])],
        dependencies: [\(package)],
        targets: [
          .target(name: "\(name)", dependencies: [\(other.map { "\"\($0)\"" } ?? "")]),
          .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
        ])
      """, to: "Packages/\(name)/Package.swift")
    try write(source, to: "Packages/\(name)/Sources/\(name)/\(name).swift")
    try write(
      "import Testing\nimport \(name)\n@Test func passes() {}\n",
      to: "Packages/\(name)/Tests/\(name)Tests/\(name)Tests.swift")
  }
}
