import Basics

@testable import mono

extension TemporaryFolder {
  /// Loads the folder as a repository.
  func workspace() throws -> Workspace {
    try WorkspaceLoader(evaluator: evaluator()).load(
      root: path, repository: try Repository.find(at: path))
  }

  /// Shares what it has evaluated with the other tests and the next run: an answer depends only on the
  /// manifest, the toolchain, and how deep the folder lies, as an absolute path is told from there.
  func evaluator() throws -> ManifestEvaluator {
    let depth = path.split(separator: "/").count
    return ManifestEvaluator(
      toolchain: try Toolchain.find(), cacheFolder: "\(SharedCache.ofManifests)/\(depth)")
  }

  /// Builds and runs the tests of packages as `mono test` does.
  func monoTest(_ packages: [String]) throws -> BuildReport {
    let workspace = try workspace()
    return try builder(workspace).run(.testing(tests(packages, in: workspace), in: workspace))
  }

  /// The test targets that are named after packages.
  func tests(_ packages: [String], in workspace: Workspace) -> [Int] {
    let names = packages.map { $0 + "Tests" }
    return workspace.targets.indices.filter { names.contains(workspace.targets[$0].name) }
  }

  func builder(_ workspace: Workspace) throws -> Builder {
    Builder(
      workspace: workspace, toolchain: try evaluator().toolchain,
      rules: try RulesFile.load(root: path), passedOn: SampleBuild.options)
  }

  /// What a change affects.
  func affected(base: String? = "HEAD") throws -> AffectedReport {
    try AffectedAnalysis(
      loader: WorkspaceLoader(evaluator: evaluator()), repository: Repository(root: path),
      rules: RulesFile.load(root: path), workspace: workspace()
    ).run(base: base)
  }

  /// Runs SwiftPM as a developer without the tool does.
  func swift(_ command: String, _ options: [String] = []) throws -> Subprocess.Outcome {
    try Tool.run(
      "swift", [command, "--package-path", path] + options + SampleBuild.options,
      environment: Builder.variables)
  }
}

/// Folders for what several tests find out.
enum SharedCache {
  /// Everything, kept as long as the tests run.
  static var path: String { get throws { try folder.get().path } }
  /// Evaluated manifests, kept with the build.
  static var ofManifests: String { "\(SampleBuild.products)/ManifestCache" }

  private static let folder = Result { try TemporaryFolder.untilExit() }
}

/// How tests build their samples, and commit them.
enum SampleBuild {
  /// The folder in which these tests were built, with the program beside them.
  static let products = Path.folder(of: Files.realPath("/proc/self/exe") ?? "")

  /// Options of builds that find the system's modules compiled by the build of these tests, use the
  /// faster linker of the toolchain, neither index them nor tell a debugger about them, and look for no
  /// tests of XCTest: that is most of the work for a small package.
  static let options =
    ["-debug-info-format", "none", "--disable-xctest"]
    + [
      "-use-ld=lld", "-index-ignore-system-modules", "-module-cache-path",
      Path.join(products, "ModuleCache"),
    ].flatMap { ["-Xswiftc", $0] }

  /// Options of `git` that name an author, and start no maintenance after a commit.
  static let gitOptions = [
    "user.name=T", "user.email=t@example.org", "maintenance.auto=false",
  ].flatMap { ["-c", $0] }
}
