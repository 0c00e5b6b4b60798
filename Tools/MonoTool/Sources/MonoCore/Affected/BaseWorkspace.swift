import Basics

/// The packages of a repository as they were in a commit.
struct BaseWorkspace {
  let loader: WorkspaceLoader
  let repository: Repository
  let current: Workspace
  let changes: [Change]

  /// Whether the packages can differ from the current ones: a manifest changed, or any file of a
  /// package whose manifest looks at files.
  var mayDiffer: Bool {
    changes.contains { Self.isManifest($0.path) }
      || current.packages.contains { differs($0.folder) }
  }

  static func isManifest(_ path: String) -> Bool {
    let name = Path.name(of: path)
    return name == "Package.swift" || name.hasPrefix("Package@swift-")
  }

  /// Evaluates what differs and takes the rest from the current packages.
  func load(_ commit: String) throws -> Workspace {
    let files = try repository.files(of: commit)
    let folders = Set(files.filter { Path.name(of: $0) == "Package.swift" }.map(Path.folder(of:)))
      .filter { folder in !loader.excluded.contains { $0.matches(folder) } }
    let same = current.packages.filter { folders.contains($0.folder) && !differs($0.folder) }
    let known = Set(same.map(\.folder))
    let (read, unreadable) = try evaluate(folders.subtracting(known).sorted(), files, commit)
    return WorkspaceLoader.assemble(
      root: current.root, manifests: same.map { ($0.folder, $0.manifest) } + read,
      tree: ListedTree(files: files, links: try repository.links()), unreadable: unreadable)
  }

  private func differs(_ folder: String) -> Bool {
    changes.contains { change in
      Self.isManifest(change.path) && Path.folder(of: change.path) == folder
        || Path.isInside(change.path, folder)
          && readsFiles(Path.join(folder, "Package.swift"), in: current.root)
    }
  }

  private func readsFiles(_ manifest: String, in place: String) -> Bool {
    ManifestReach(Files.text(Path.join(place, manifest)) ?? "")?.readsFiles == true
  }

  private func evaluate(
    _ folders: [String], _ files: [String], _ commit: String
  ) throws -> (read: [(folder: String, manifest: Manifest)], unreadable: [String: MonoError]) {
    guard !folders.isEmpty else { return ([], [:]) }
    let temporary = try Files.makeTemporaryFolder()
    defer { extendLifetime(temporary) }
    let place = temporary.path
    let manifests = files.filter { Self.isManifest($0) && folders.contains(Path.folder(of: $0)) }
    try repository.export(commit, paths: manifests, to: place)
    var trees: [String: String] = [:]
    for folder in Set(manifests.filter { readsFiles($0, in: place) }.map(Path.folder(of:))) {
      trees[folder] = try repository.line(["rev-parse", "\(commit):./\(folder)"])
    }
    let unknown = try trees.filter { folder, tree in
      try !loader.evaluator.knows(packageAt: Path.join(place, folder), contents: tree)
    }
    if !unknown.isEmpty {
      let needed = files.filter { file in unknown.keys.contains { Path.isInside(file, $0) } }
      try repository.export(commit, paths: needed, to: place)
    }
    return try loader.evaluate(folders, in: place, contents: trees)
  }
}
