import Basics
import Glibc

@testable import MonoCore

extension TemporaryFolder {
  /// Loads the folder as a repository.
  func workspace() throws -> Workspace {
    try WorkspaceLoader(evaluator: evaluator()).load(
      root: path, repository: try Repository.find(at: path))
  }

  /// Shares what it has evaluated with the other tests: an answer depends only on the manifest.
  func evaluator() throws -> ManifestEvaluator {
    ManifestEvaluator(
      toolchain: try Toolchain.find(), cacheFolder: try SharedCache.folder.get().path)
  }

  /// Builds and runs all tests as `mono test` does.
  func monoTest() throws -> BuildReport {
    let workspace = try workspace()
    let tests = workspace.targets.indices.filter { workspace.targets[$0].kind == .test }
    return try builder(workspace).run(.testing(tests, in: workspace))
  }

  func builder(
    _ workspace: Workspace, options: BuildOptions = BuildOptions(),
    variables: [String: String] = EnvironmentVariables.all
  ) throws -> Builder {
    let evaluator = try evaluator()
    return Builder(
      workspace: workspace, toolchain: evaluator.toolchain,
      options: options, rules: try RulesFile.load(root: path), variables: variables)
  }

  /// Builds and runs the root package's tests as a developer without the tool does.
  func plainTest() throws -> Subprocess.Outcome {
    try Tool.run(
      "swift", ["test", "--package-path", path],
      environment: TestEnvironment.defaults)
  }
}

/// Evaluated manifests, kept as long as the tests run.
private enum SharedCache {
  static let folder: Result<TemporaryFolder, any Error> = Result {
    let folder = try TemporaryFolder()
    atexit(SharedCache.remove)
    return folder
  }

  private static let remove: @convention(c) () -> Void = {
    if case .success(let folder) = SharedCache.folder { try? folder.remove("") }
  }
}
