import Basics

/// Reads the packages of a repository from the disk.
struct WorkspaceLoader: Sendable {
  var evaluator: ManifestEvaluator

  /// Evaluates every manifest that git knows or would add, or all below the root without git.
  func load(root: String, repository: Repository?) throws -> Workspace {
    let manifests =
      try repository?.files(matching: [":(glob)**/Package.swift"])
      ?? Files.descendants(of: root).filter { Path.name(of: $0) == "Package.swift" }
    let folders = manifests.filter { Files.exists(Path.join(root, $0)) }.map(Path.folder(of:))
    if folders.isEmpty {
      throw MonoError.usage(
        "There is no Swift package in \(root).",
        hint: "Run it inside a repository with a Package.swift, or give --root FOLDER.")
    }
    return try load(root: root, folders: folders)
  }

  /// A fixture, inside a target's folder, is left out, unless a package depends on it.
  func load(root: String, folders: [String]) throws -> Workspace {
    let results = try parallelMap(folders) { folder -> Result<Manifest, MonoError> in
      do {
        return .success(try evaluator.evaluate(packageAt: Path.join(root, folder)))
      } catch let error as MonoError {
        return .failure(error)
      }
    }
    var read: [(folder: String, manifest: Manifest)] = []
    var unreadable: [String: MonoError] = [:]
    for (folder, result) in zip(folders, results) {
      switch result {
      case .success(let manifest): read.append((folder, manifest))
      case .failure(let error): unreadable[folder] = error
      }
    }
    let fixtures = Self.fixtures(in: Workspace(root: root, manifests: read), folders: folders)
    var workspace = Workspace(
      root: root, manifests: read.filter { !fixtures.contains($0.folder) },
      unreadable: unreadable.filter { !fixtures.contains($0.key) })
    workspace.facts = FactMemory(
      folder: evaluator.cacheFolder.map {
        FactMemory.folder(in: $0, root: root, toolchain: evaluator.toolchain)
      })
    return workspace
  }

  private static func fixtures(in workspace: Workspace, folders: [String]) -> Set<String> {
    let needed = workspace.packages.flatMap { package in
      package.manifest.dependencies.compactMap(\.path).map { Path.join(package.folder, $0) }
    }
    return Set(folders).subtracting(needed).filter { folder in
      workspace.targets.contains { target in
        let package = workspace.packages[target.package].folder
        return folder != package && target.folder != package
          && Path.isInside(folder, target.folder)
      }
    }
  }
}
