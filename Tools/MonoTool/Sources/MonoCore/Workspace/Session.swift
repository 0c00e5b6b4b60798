import Basics

/// A repository with its rules, opened for one command.
package struct Session: Sendable {
  /// The folder that all paths are relative to.
  package let root: String
  package let repository: Repository?
  package let rules: RulesFile
  package let loader: WorkspaceLoader
  /// Variables in which a CI service says what changed.
  package let environment: [String: String]
  /// Whether what earlier runs have remembered is used.
  package let isCaching: Bool

  /// Opens the repository around a folder: the top of its git working tree, or the folder itself.
  ///
  /// - Parameters:
  /// - rules: A rules file, relative to the root, instead of the usual places.
  /// - cacheFolder: Where evaluated manifests are remembered; nothing is when it is `nil`.
  package init(
    root: String? = nil, rules: String? = nil,
    cacheFolder: String? = Session.defaultCacheFolder, isCaching: Bool = true,
    environment: [String: String] = EnvironmentVariables.all
  ) throws(MonoError) {
    self.environment = environment
    let isCaching = isCaching && cacheFolder != nil
    self.isCaching = isCaching
    let cacheFolder = cacheFolder ?? "\(Basics.Files.temporaryFolder)/mono"
    let wanted = root ?? "."
    guard let place = Files.realPath(wanted), Files.isFolder(place) else {
      throw .usage("There is no folder \(wanted).", hint: "Check the path of --root.")
    }
    let repository = try Repository.find(at: place)
    // A root that was given is the root, also inside a larger repository.
    self.root = root == nil ? repository?.root ?? place : place
    self.repository = repository == nil ? nil : Repository(root: self.root)
    self.rules = try RulesFile.load(root: self.root, path: rules)
    loader = WorkspaceLoader(
      evaluator: ManifestEvaluator(
        toolchain: try Toolchain.find(), cacheFolder: cacheFolder, isCaching: isCaching,
        stable: self.rules.stableManifests, root: self.root),
      excluded: self.rules.excluded)
  }

  /// `MONO_CACHE`, or `mono` in the user's cache folder (XDG base directories); `nil` where none is
  /// named: a folder that all users know is no place to believe what stands in it.
  package static var defaultCacheFolder: String? {
    let places = [("MONO_CACHE", ""), ("XDG_CACHE_HOME", "/mono"), ("HOME", "/.cache/mono")]
    return places.lazy.compactMap { variable, place in
      EnvironmentVariables.all[variable].flatMap { $0.hasPrefix("/") ? $0 + place : nil }
    }.first
  }

  package func workspace() throws -> Workspace {
    try loader.load(root: root, repository: repository)
  }

  /// Reports the targets that the difference to a commit affects, apart from a report of this tool.
  package func affected(
    _ workspace: Workspace, base: String?, allowsEmpty: Bool, report: String? = nil
  ) throws -> AffectedReport {
    guard let repository else {
      throw MonoError.failure(
        "\(root) is not in a git repository, so there is nothing to compare with.",
        hint: "Run 'git init' and commit, or name the packages instead.")
    }
    return try AffectedAnalysis(
      loader: loader, repository: repository, rules: rules, workspace: workspace,
      environment: environment
    ).run(base: base, allowsEmpty: allowsEmpty, written: report)
  }

  /// Runs a plan; without a filter, test targets whose result is known are not run again.
  package func run(_ plan: RunPlan, with builder: Builder) throws -> BuildReport {
    guard isCaching, plan.filter == nil, plan.steps.contains(where: { !$0.tests.isEmpty }),
      let repository, builder.workspace.unreadable.isEmpty
    else { return try builder.run(plan) }
    let results = ResultCache(folder: loader.evaluator.cacheFolder)
    var run = CachedRun(builder: builder, repository: repository, cache: results)
    return try run.run(plan)
  }

  package func builder(
    _ workspace: Workspace, options: BuildOptions = BuildOptions(),
    progress: @escaping @Sendable (String) -> Void
  ) -> Builder {
    Builder(
      workspace: workspace, toolchain: loader.evaluator.toolchain, options: options, rules: rules,
      variables: environment, progress: progress)
  }
}

extension Workspace {
  /// The packages with these names or folders, or all of them for no names.
  package func packages(named names: [String]) throws(MonoError) -> [Int] {
    if names.isEmpty { return Array(packages.indices) }
    var found: [Int] = []
    for name in names {
      func isMeant(_ folder: String) -> Bool {
        folder == Path.normalize(name) || Path.name(of: folder) == name
      }
      guard let index = packages.firstIndex(where: { $0.name == name || isMeant($0.folder) }) else {
        if let (_, error) = unreadable.first(where: { isMeant($0.key) }) { throw error }
        throw .usage(
          "There is no package '\(name)'.",
          hint: "The packages are \(packages.map(\.name).joined(separator: ", ")).")
      }
      if !found.contains(index) { found.append(index) }
    }
    return found
  }

  /// The target with a name: `Target`, `Package/Target`, or a package's only or main target.
  package func target(named name: String) throws(MonoError) -> Int {
    let exact = targets.indices.first { targets[$0].label == name || qualifiedName($0) == name }
    if let exact { return exact }
    let same = targets.indices.filter { targets[$0].name == name }
    if same.count == 1 { return same[0] }
    if same.count > 1 {
      throw .usage(
        "Several targets are called '\(name)'.",
        hint: "Say \(same.map(qualifiedName).joined(separator: " or ")).")
    }
    let near = Suggestions.nearest(to: name, among: targets.map(\.label))
    throw .usage(
      "There is no target '\(name)'.",
      hint: near.isEmpty
        ? "'mono graph --targets --format json' lists them." : Suggestions.question(for: near))
  }

  /// The targets that a name means: one target, or all of a package.
  package func targets(meaning name: String) throws(MonoError) -> [Int] {
    let isTarget = targets.contains { $0.label == name || $0.name == name }
    if !isTarget, !name.contains("/"), let package = packages.first(where: { $0.name == name }) {
      return Array(package.targets)
    }
    return [try target(named: name)]
  }

  /// The test targets that a name means: one target, or all of a package.
  package func tests(meaning name: String) throws(MonoError) -> [Int] {
    let folder = Path.normalize(name)
    if let package = packages.first(where: { $0.name == name || $0.folder == folder }) {
      return package.targets.filter(isTest)
    }
    return [try target(named: name)].filter(isTest)
  }

  /// The shortest way by which something needs something else, as targets.
  package func path(from: [Int], to goals: [Int]) -> [Int]? {
    let tree = graph.shortestPaths(from: from) { _ in true }
    return goals.compactMap { tree.path(to: $0) }.min { $0.count < $1.count }
  }
}
