import Basics

/// Which files on the disk each target is built from and tested with: those whose change would make
/// `mono affected` select it, whether git knows them or not. Links are followed.
struct TargetInputs {
  private let workspace: Workspace
  private let rules: RulesFile
  /// The root without symbolic links.
  private let root: String
  /// For each file that counts, the targets that it belongs to; dependents are not among them.
  private var owners: [String: Set<Int>] = [:]
  /// The same by the files' paths without symbolic links.
  private var realOwners: [String: Set<Int>] = [:]
  /// What targets read outside of the repository, so that nothing tells whether it has changed.
  private(set) var outside: [Int: String] = [:]

  init(workspace: Workspace, repository: Repository, rules: RulesFile) throws(MonoError) {
    self.workspace = workspace
    self.rules = rules
    root = Files.realPath(workspace.root) ?? workspace.root
    outside = workspace.outsidePaths
    let known = Set(try repository.files())
    var files = known
    let folders = workspace.targets.map(\.folder) + workspace.searchedFolders.values.joined()
    let packages = workspace.packages.map(\.folder)
    let patterns = rules.inputs.flatMap(\.paths).map { Path.folder(of: $0.beginning + "x") }
    for place in Set(folders + (packages + patterns).filter { !$0.isEmpty }) {
      walk(place, above: [], &files)
    }
    for package in packages {
      let lockFile = Path.join(package, "Package.resolved")
      if Files.exists(Path.join(root, lockFile)) { files.insert(lockFile) }
    }
    for file in files {
      let needing = targets(of: file, isKnown: known.contains(file))
      if needing.isEmpty { continue }
      owners[file] = needing
      guard let real = Files.realPath(Path.join(root, file)) else { continue }
      realOwners[real, default: []].formUnion(needing)
      if !Path.isInside(real, root) { for target in needing { outside[target] = file } }
    }
  }

  private func walk(_ place: String, above: Set<String>, _ files: inout Set<String>) {
    let path = Path.join(root, place)
    guard Files.isFolder(path) else {
      if Files.exists(path) { files.insert(place) }
      return
    }
    // A link to a folder above would never end.
    guard let real = Files.realPath(path), !above.contains(real) else { return }
    for entry in Files.entries(path) where ![".build", ".git"].contains(entry.name) {
      let child = Path.join(place, entry.name)
      if entry.isFolder {
        walk(child, above: above.union([real]), &files)
      } else {
        files.insert(child)
      }
    }
  }

  /// The targets that a change of a path selects.
  private func targets(of path: String, isKnown: Bool) -> Set<Int> {
    var causes = AffectedTargets(workspace: workspace, before: workspace, rules: rules, links: [:])
    causes.add(Change(path: path, kind: .changed))
    return isKnown || causes.unmapped.isEmpty ? Set(causes.byTarget.keys) : []
  }

  /// The files that count for a target or for anything that it needs.
  func files(of target: Int) -> [String] {
    let needed = workspace.graph.reachable(from: [target])
    return owners.filter { !$0.value.isDisjoint(with: needed) }.keys.sorted()
  }

  /// What a target, or anything that it needs, reads outside of the repository.
  func outside(of target: Int) -> String? {
    workspace.graph.reachable(from: [target]).sorted().compactMap { outside[$0] }.first
  }
}

extension Workspace {
  /// A package or a folder that a target reads and that is no package of the repository, or outside
  /// of it.
  var outsidePaths: [Int: String] {
    let folders = Set(packages.map(\.folder))
    var outside: [Int: String] = [:]
    for (index, target) in targets.enumerated() {
      let package = packages[target.package]
      let unknown = package.manifest.dependencies.compactMap(\.path).map {
        Path.join(package.folder, $0)
      }.first { !folders.contains($0) }
      let away = ([target.folder] + (searchedFolders[index] ?? [])).first {
        !Path.isInside($0, "")
      }
      outside[index] = unknown ?? away
    }
    return outside
  }
}
