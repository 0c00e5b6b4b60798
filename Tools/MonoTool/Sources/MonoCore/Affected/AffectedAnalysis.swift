import Basics

/// Finds the targets that the difference between a commit and the disk can affect.
package struct AffectedAnalysis: Sendable {
  package let loader: WorkspaceLoader
  package let repository: Repository
  package let rules: RulesFile
  package let workspace: Workspace

  /// - Parameter ref: Where the change starts; what ``Repository/base(_:)`` finds when `nil`.
  package func run(base ref: String?) throws -> AffectedReport {
    try rules.requireKnownTargets(in: workspace)
    let base = try repository.base(ref)
    let commit = base.commit
    let changes = try repository.changes(since: commit)
    let history = BaseWorkspace(
      loader: loader, repository: repository, current: workspace, changes: changes)
    let before = history.mayDiffer ? try history.load(commit) : workspace
    var causes = AffectedTargets(
      workspace: workspace, before: before, rules: rules, links: try repository.links())
    let ignored = try ignoredInputs()
    if base.isHead, changes.isEmpty, ignored.isEmpty {
      throw MonoError.noChange(since: base.name)
    }
    for change in changes + ignored.map({ Change(path: $0, kind: .ignored) }) {
      causes.add(change)
    }
    causes.addManifestChanges(changes)
    return report(base, changes, causes)
  }

  /// Files of targets that git does not know; hidden ones are left out, as desktops make such.
  private func ignoredInputs() throws(MonoError) -> [String] {
    let folders = Set(workspace.targets.map(\.folder)).filter {
      Files.isFolder(Path.join(workspace.root, $0))
    }
    guard !folders.isEmpty else { return [] }
    return try repository.ignoredFiles(in: folders.sorted()).filter { path in
      !path.hasPrefix(".") && !path.contains("/.")
        && workspace.owners(of: path).contains { workspace.isInput(path, of: $0) }
    }
  }

  private func report(
    _ base: Base, _ changes: [Change], _ causes: AffectedTargets
  ) -> AffectedReport {
    let dependents = workspace.graph.reversed
    let tree = dependents.shortestPaths(from: causes.byTarget.keys.sorted()) { _ in true }
    let selected = workspace.targets.indices.compactMap { index -> AffectedReport.Selected? in
      guard let path = tree.path(to: index), let cause = causes.byTarget[path[0]] else {
        return nil
      }
      return AffectedReport.Selected(target: index, cause: cause, path: path)
    }
    return AffectedReport(
      workspace: workspace, base: base, changes: changes, selected: selected,
      ignored: causes.ignored, unmapped: causes.unmapped)
  }
}
