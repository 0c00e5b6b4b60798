/// Which files of a repository each target is built from and tested with: those whose change would
/// make `mono affected` select it.
struct InputMap {
  /// For each file that counts, the targets that it belongs to; dependents are not among them.
  private let owners: [(file: String, targets: Set<Int>)]
  private let workspace: Workspace

  init(
    workspace: Workspace, repository: Repository, rules: RulesFile
  ) throws(MonoError) {
    self.workspace = workspace
    let links = try repository.links()
    let known = try repository.files()
    let ignored = try AffectedAnalysis.ignoredSources(of: workspace, in: repository)
    var owners: [(file: String, targets: Set<Int>)] = []
    for file in Set(known + ignored).sorted() {
      var causes = AffectedTargets(
        workspace: workspace, before: workspace, rules: rules, links: links)
      if Path.name(of: file) == "Package.resolved" {
        causes.addLockFile(Change(path: file, kind: .changed), isSame: false)
      } else {
        causes.add(Change(path: file, kind: .changed))
      }
      if !causes.byTarget.isEmpty { owners.append((file, Set(causes.byTarget.keys))) }
    }
    self.owners = owners
  }

  /// The files that count for a target or for anything that it needs.
  func files(of target: Int) -> [String] {
    let needed = workspace.graph.reachable(from: [target])
    return owners.filter { !$0.targets.isDisjoint(with: needed) }.map(\.file)
  }
}
