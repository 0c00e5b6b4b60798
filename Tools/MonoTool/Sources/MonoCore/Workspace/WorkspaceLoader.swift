/// Reads the packages of a repository from the disk.
package struct WorkspaceLoader: Sendable {
  package let evaluator: ManifestEvaluator
  /// Folders that hold no packages of the repository, such as fixtures.
  package var excluded: [Glob] = []

  /// Evaluates every manifest below the root, several at a time.
  ///
  /// A fixture, inside a target's folder, is left out, unless a package depends on it.
  package func load(root: String, repository: Repository?) throws -> Workspace {
    let folders = try Self.folders(root: root, repository: repository)
      .filter { folder in !excluded.contains { $0.matches(folder) } }
    guard !folders.isEmpty else {
      throw MonoError.usage(
        "There is no Swift package in \(root).",
        hint: "Run it inside a repository with a Package.swift, or give --root FOLDER.")
    }
    let (manifests, unreadable) = try evaluate(folders, in: root)
    var workspace = Self.assemble(
      root: root, manifests: manifests, tree: DiskTree(root: root), unreadable: unreadable)
    if evaluator.isCaching {
      workspace.facts = FactMemory(
        folder: FactMemory.folder(
          in: evaluator.cacheFolder, root: root, toolchain: evaluator.toolchain))
    }
    return workspace
  }

  /// The sorted folders of packages: those that git knows or would add, or all without git.
  static func folders(root: String, repository: Repository?) throws(MonoError) -> [String] {
    guard let repository else {
      return Files.descendants(of: root) { Path.name(of: $0) == "node_modules" }
        .filter { Path.name(of: $0) == "Package.swift" }.map(Path.folder(of:)).sorted()
    }
    let manifests = try repository.files(matching: [":(glob)**/Package.swift"])
    return manifests.filter { Files.exists(Path.join(root, $0)) }.map(Path.folder(of:)).sorted()
  }

  /// The manifests of packages, and those that cannot be evaluated; see ``ManifestEvaluator``.
  func evaluate(
    _ folders: [String], in root: String, contents: [String: String] = [:]
  ) throws -> (read: [(folder: String, manifest: Manifest)], unreadable: [String: MonoError]) {
    let results = try parallelMap(folders) { folder in
      Result { () throws(MonoError) in
        try evaluator.evaluate(packageAt: Path.join(root, folder), contents: contents[folder])
      }
    }
    var read: [(folder: String, manifest: Manifest)] = []
    var unreadable: [String: MonoError] = [:]
    for (folder, result) in zip(folders, results) {
      switch result {
      case .success(let manifest): read.append((folder, manifest))
      case .failure(let error):
        guard case .manifest = error else { throw error }
        unreadable[folder] = error
      }
    }
    return (read, unreadable)
  }

  /// Resolves manifests and leaves out the packages that are only fixtures of others.
  static func assemble(
    root: String, manifests: [(folder: String, manifest: Manifest)], tree: any FileTree,
    unreadable: [String: MonoError]
  ) -> Workspace {
    let all = Workspace(root: root, manifests: manifests, tree: tree)
    let fixtures = Self.fixtures(in: all, folders: manifests.map(\.folder) + unreadable.keys)
    return Workspace(
      root: root, manifests: manifests.filter { !fixtures.contains($0.folder) }, tree: tree,
      unreadable: unreadable.filter { !fixtures.contains($0.key) })
  }

  static func fixtures(in workspace: Workspace, folders: [String]) -> Set<String> {
    let needed = Set(workspace.packages.flatMap(\.neighbors))
    return Set(folders).subtracting(needed).filter { folder in
      workspace.targets.contains { target in
        let package = workspace.packages[target.package].folder
        return folder != package && target.folder != package
          && Path.isInside(folder, target.folder)
      }
    }
  }
}
