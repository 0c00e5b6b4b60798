import Basics
import Glibc
import MonoTesting
import Synchronization

@testable import MonoCore

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

  func builder(
    _ workspace: Workspace, options: BuildOptions = BuildOptions()
  ) throws -> Builder {
    let evaluator = try evaluator()
    var options = options
    options.passedOn += SampleBuild.options
    return Builder(
      workspace: workspace, toolchain: evaluator.toolchain,
      options: options, rules: try RulesFile.load(root: path))
  }

  /// Builds and runs the root package's tests as a developer without the tool does.
  func plainTest(_ options: String...) throws -> Subprocess.Outcome {
    try Tool.run(
      "swift", ["test", "--package-path", path] + options + SampleBuild.options,
      environment: TestRun.defaults)
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

extension TemporaryFolder {
  private static let kept: Mutex<[TemporaryFolder]> = {
    atexit { TemporaryFolder.kept.withLock { $0 = [] } }
    return Mutex([])
  }()

  /// A folder that is removed when the process ends, for what several tests use.
  static func untilExit() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    kept.withLock { $0.append(folder) }
    return folder
  }
}
