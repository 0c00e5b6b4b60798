import Basics

/// A repository with its rules, opened for one command.
package struct Session: Sendable {
  /// The folder that all paths are relative to.
  package let root: String
  package let repository: Repository?
  package let rules: RulesFile
  package let loader: WorkspaceLoader

  /// Opens the repository around a folder: the top of its git working tree, or the folder itself.
  ///
  /// - Parameters:
  /// - rules: A rules file, relative to the root, instead of the usual places.
  /// - cacheFolder: Where evaluated manifests are remembered; nothing is when it is `nil`.
  package init(
    root: String? = nil, rules: String? = nil,
    cacheFolder: String? = Session.defaultCacheFolder
  ) throws(MonoError) {
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
        toolchain: try Toolchain.find(), cacheFolder: cacheFolder,
        stable: self.rules.stableManifests, root: self.root))
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

  /// Reports the targets that the difference to a commit affects.
  package func affected(_ workspace: Workspace, base: String?) throws -> AffectedReport {
    guard let repository else {
      throw MonoError.failure(
        "\(root) is not in a git repository, so there is nothing to compare with.",
        hint: "Run 'git init' and commit, or name the packages instead.")
    }
    return try AffectedAnalysis(
      loader: loader, repository: repository, rules: rules, workspace: workspace
    ).run(base: base)
  }

  package func builder(
    _ workspace: Workspace, options: BuildOptions = BuildOptions(),
    progress: @escaping @Sendable (String) -> Void
  ) -> Builder {
    Builder(
      workspace: workspace, toolchain: loader.evaluator.toolchain, options: options, rules: rules,
      progress: progress)
  }
}

extension Workspace {
  /// The packages with these names or folders, or all of them for no names.
  package func packages(named names: [String]) throws(MonoError) -> [Int] {
    if names.isEmpty { return Array(packages.indices) }
    var found: Set<Int> = []
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
      found.insert(index)
    }
    return found.sorted()
  }

  /// The targets that a name means: those of the name, or all of a package.
  package func targets(meaning name: String) throws(MonoError) -> [Int] {
    let found = targets.indices.filter {
      [targets[$0].name, targets[$0].label, qualifiedName($0)].contains(name)
    }
    return try found.isEmpty ? packages(named: [name]).flatMap { packages[$0].targets } : found
  }

  /// The test targets that names mean: of a package all; every one without a name.
  package func tests(named names: [String]) throws(MonoError) -> [Int] {
    var found = Set(names.isEmpty ? targets.indices.filter(isTest) : [])
    for name in names {
      var tests = targets.indices.filter { isTest($0) && targets[$0].label == name }
      if tests.isEmpty {
        tests = try packages(named: [name]).flatMap { packages[$0].targets }.filter(isTest)
      }
      guard !tests.isEmpty else {
        throw .usage("\(name) has no test target.", hint: "Name a package with tests.")
      }
      found.formUnion(tests)
    }
    return found.sorted()
  }
}
