import Basics

/// A repository with its rules, opened for one command.
struct Session: Sendable {
  /// The folder that all paths are relative to.
  let root: String
  let repository: Repository?
  let rules: RulesFile
  let loader: WorkspaceLoader

  /// Opens the repository around a folder: the top of its git working tree, or the folder itself.
  ///
  /// - Parameter cacheFolder: Where evaluated manifests are remembered; nothing is when it is `nil`.
  init(root: String? = nil, cacheFolder: String?) throws {
    let wanted = root ?? "."
    guard let place = Files.realPath(wanted), Files.isFolder(place) else {
      throw MonoError.usage("There is no folder \(wanted).", hint: "Check the path of --root.")
    }
    let repository = try Repository.find(at: place)
    // A root that was given is the root, also inside a larger repository.
    self.root = root == nil ? repository?.root ?? place : place
    self.repository = repository == nil ? nil : Repository(root: self.root)
    self.rules = try RulesFile.load(root: self.root)
    loader = WorkspaceLoader(
      evaluator: ManifestEvaluator(
        toolchain: try Toolchain.find(), cacheFolder: cacheFolder,
        stable: self.rules.stableManifests, root: self.root))
  }

  /// `MONO_CACHE`, or `mono` in the user's cache folder (XDG base directories); `nil` where none is
  /// named: a folder that all users know is no place to believe what stands in it.
  static var defaultCacheFolder: String? {
    let places = [("MONO_CACHE", ""), ("XDG_CACHE_HOME", "/mono"), ("HOME", "/.cache/mono")]
    return places.lazy.compactMap { variable, place in
      EnvironmentVariables.all[variable].flatMap { $0.hasPrefix("/") ? $0 + place : nil }
    }.first
  }

  func workspace() throws -> Workspace { try loader.load(root: root, repository: repository) }

  /// Reports the targets that the difference to a commit affects.
  func affected(_ workspace: Workspace, base: String?) throws -> AffectedReport {
    guard let repository else {
      throw MonoError.failure(
        "\(root) is not in a git repository, so there is nothing to compare with.",
        hint: "Run 'git init' and commit, or name the packages instead.")
    }
    return try AffectedAnalysis(
      loader: loader, repository: repository, rules: rules, workspace: workspace
    ).run(base: base)
  }
}
