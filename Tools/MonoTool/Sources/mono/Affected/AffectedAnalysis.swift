import Basics

/// Finds the targets that the difference between a commit and the disk can affect.
struct AffectedAnalysis: Sendable {
  let loader: WorkspaceLoader
  let repository: Repository
  let rules: RulesFile
  let workspace: Workspace

  /// - Parameter ref: Where the change starts; what ``Repository/base(_:)`` finds when `nil`.
  func run(base ref: String?) throws -> AffectedReport {
    try rules.requireKnownTargets(in: workspace)
    let base = try repository.base(ref)
    let changes = try repository.changes(since: base.commit)
    let before = mayDiffer(changes) ? try load(base.commit) : workspace
    let ignored = try ignoredInputs().map { Change(path: $0, kind: .ignored) }
    if base.isHead, changes.isEmpty, ignored.isEmpty { throw MonoError.noChange(since: base.name) }
    var causes = AffectedTargets(
      workspace: workspace, before: before, rules: rules, links: try repository.links())
    for change in changes + ignored { causes.add(change) }
    causes.addManifestChanges(changes)
    let tree = workspace.graph.reversed.shortestPaths(from: causes.byTarget.keys.sorted())
    let selected = workspace.targets.indices.compactMap { index -> AffectedReport.Selected? in
      guard let path = tree.path(to: index), let cause = causes.byTarget[path[0]] else {
        return nil
      }
      return AffectedReport.Selected(
        name: workspace[index].name, package: workspace.package(of: index).name,
        kind: workspace[index].kind, cause: cause, path: path.map { workspace[$0].label })
    }
    return AffectedReport(
      base: base, changes: changes, targets: selected, ignored: causes.ignored,
      unmapped: causes.unmapped)
  }

  /// Files of targets that git does not know; hidden ones are left out, as desktops make such.
  private func ignoredInputs() throws -> [String] {
    let folders = Set(workspace.targets.map(\.folder)).filter {
      Files.isFolder(Path.join(workspace.root, $0))
    }
    return try repository.ignoredFiles(in: folders.sorted()).filter { path in
      !path.hasPrefix(".") && !path.contains("/.")
        && workspace.owners(of: path).contains { workspace.isInput(path, of: $0) }
    }
  }

  /// Whether the packages can differ from those of the base: a manifest changed, or any file of a
  /// package whose manifest can look at files.
  private func mayDiffer(_ changes: [Change]) -> Bool {
    changes.contains(where: \.isManifest)
      || workspace.packages.contains { package in
        changes.contains { Path.isInside($0.path, package.folder) }
          && !loader.evaluator.remembers(packageAt: Path.join(workspace.root, package.folder))
      }
  }

  /// Reads the packages as they were, in a copy of the commit's files.
  private func load(_ commit: String) throws -> Workspace {
    let copy = try TemporaryFolder()
    defer { extendLifetime(copy) }
    try repository.export(commit, to: copy.path)
    let manifests = try repository.files(of: commit).filter { Path.name(of: $0) == "Package.swift" }
    var loader = loader
    loader.evaluator.root = copy.path
    return try loader.load(root: copy.path, folders: manifests.map(Path.folder(of:)))
  }
}
