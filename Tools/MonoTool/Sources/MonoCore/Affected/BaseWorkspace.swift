import Basics

/// The packages of a repository as they were in a commit.
struct BaseWorkspace {
  let loader: WorkspaceLoader
  let repository: Repository
  let current: Workspace
  let changes: [Change]

  /// Whether the packages can differ from the current ones: a manifest changed, or any file of a
  /// package whose manifest can look at files.
  var mayDiffer: Bool {
    changes.contains { Self.isManifest($0.path) }
      || current.packages.contains { package in
        changes.contains { Path.isInside($0.path, package.folder) }
          && !loader.evaluator.remembers(packageAt: Path.join(current.root, package.folder))
      }
  }

  static func isManifest(_ path: String) -> Bool {
    let name = Path.name(of: path)
    return name == "Package.swift" || name.hasPrefix("Package@swift-")
  }

  /// Reads them in a copy of the commit's files.
  func load(_ commit: String) throws -> Workspace {
    let copy = try Files.makeTemporaryFolder()
    defer { extendLifetime(copy) }
    try repository.export(commit, to: copy.path)
    let manifests = try repository.files(of: commit).filter { Path.name(of: $0) == "Package.swift" }
    var loader = loader
    loader.evaluator.root = copy.path
    return try loader.load(root: copy.path, folders: manifests.map(Path.folder(of:)))
  }
}
