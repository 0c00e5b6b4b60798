/// Collects the targets that changed files belong to.
struct AffectedTargets {
  let workspace, before: Workspace
  let rules: RulesFile
  /// Symbolic links and what they point to.
  let links: [String: String]

  private(set) var byTarget: [Int: AffectedReport.Cause] = [:]
  private(set) var ignored: [AffectedReport.Cause] = []
  private(set) var unmapped: [String] = []

  /// Adds the targets of a changed file, also through every link that leads to it.
  mutating func add(_ change: Change) {
    let isLockFile = workspace.isLockFile(change.path) || before.isLockFile(change.path)
    let folder = Path.folder(of: change.path)
    let isManifest =
      change.isManifest
      && (workspace.packages + before.packages).contains { $0.folder == folder }
    if isLockFile || isManifest {
      // What a manifest says about targets is compared; tests can read it as a file, too.
      _ = addMapping(change)
      if isLockFile { addLockFile(change) }
      return
    }
    let owned = places(of: change.path).map { addOwners(of: $0, change) }
    let mapped = addMapping(change)
    if !owned.contains(true), !mapped { addUnowned(change) }
  }

  /// The path itself and every other one that links make of it, links to links included.
  private func places(of path: String) -> [String] {
    // Each way uses a link once: links in a circle would make ever longer paths.
    var found: [(path: String, used: Set<String>)] = [(path, [])]
    var next = 0
    while next < found.count {
      let place = found[next]
      next += 1
      for (link, target) in links where Path.isInside(place.path, target) {
        let rest = place.path.dropFirst(target.count).drop { $0 == "/" }
        let alias = Path.join(link, String(rest))
        if place.used.contains(link) || found.contains(where: { $0.path == alias }) { continue }
        found.append((alias, place.used.union([link])))
      }
    }
    return found.map(\.path)
  }

  /// Adds the targets that hold the file now or held it before; `false` when there are none.
  private mutating func addOwners(of path: String, _ change: Change) -> Bool {
    let now = change.kind == .deleted ? [] : workspace.owners(of: path)
    let then = [.added, .ignored].contains(change.kind) ? [] : before.owners(of: path)
    guard !now.isEmpty || !then.isEmpty else { return false }
    var owners = now.filter { workspace.isInput(path, of: $0) }
    let keys = Set(then.filter { before.isInput(path, of: $0) }.map(before.key))
    owners += workspace.targets.indices.filter { keys.contains(workspace.key($0)) }
    for owner in owners {
      select(owner, change.path, "\(change.kind.rawValue) in \(workspace[owner].label)")
    }
    guard owners.isEmpty else { return true }
    ignore(change, keys.isEmpty ? "documentation" : "its target is gone")
    return true
  }

  /// Adds what the rules file says about the file; `false` when it says nothing.
  private mutating func addMapping(_ change: Change) -> Bool {
    let mappings = rules.inputs.filter { $0.paths.contains { $0.matches(change.path) } }
    let selected = mappings.map { workspace.targets($0.affects) }
    for (mapping, targets) in zip(mappings, selected) {
      for target in targets { select(target, change.path, mapping.reason) }
    }
    if let first = mappings.first, selected.allSatisfy(\.isEmpty) { ignore(change, first.reason) }
    return !mappings.isEmpty
  }

  private mutating func addUnowned(_ change: Change) {
    let path = change.path
    if rules.path == path { return ignore(change, "only this tool reads it") }
    if Workspace.isDocumentation(path) { return ignore(change, "documentation") }
    // The package whose folder holds the file most closely.
    let package = workspace.packages.filter { Path.isInside(path, $0.folder) }
      .max { $0.folder.count < $1.folder.count }
    if let package, !package.folder.isEmpty {
      let reason = "in package \(package.name), but in no target of it"
      return package.targets.forEach { select($0, path, reason) }
    }
    unmapped.append(path)
    workspace.targets.indices.forEach { select($0, path, "nothing says what it affects") }
  }

  /// A pin can change any package below it, so it counts for all that use external products.
  private mutating func addLockFile(_ change: Change) {
    let users = workspace.targets.indices.filter {
      workspace[$0].dependencies.contains(where: \.isExternal)
    }
    if users.isEmpty { return ignore(change, "no target uses an external package") }
    for user in users { select(user, change.path, "pins of external packages changed") }
  }

  /// Adds the targets that the manifests describe differently than before.
  mutating func addManifestChanges(_ changes: [Change]) {
    let prints = before.targets.indices.map { (before.key($0), before.fingerprint($0)) }
    let signatures = Dictionary(prints) { first, _ in first }
    let manifests = changes.filter(\.isManifest).map(\.path)
    var telling: Set<String> = []
    for index in workspace.targets.indices {
      let known = signatures[workspace.key(index)]
      if known == workspace.fingerprint(index) { continue }
      let package = workspace.package(of: index)
      let own = manifests.first { Path.folder(of: $0) == package.folder }
      let manifest = own ?? manifests.first ?? package.manifestPath
      telling.insert(manifest)
      select(index, manifest, known == nil ? "new target" : "the manifest describes it differently")
    }
    for manifest in manifests
    where !telling.contains(manifest) && workspace.owners(of: manifest).isEmpty {
      ignore(Change(path: manifest, kind: .changed), "no target is described differently")
    }
  }

  private mutating func select(_ target: Int, _ file: String, _ reason: String) {
    if byTarget[target] == nil {
      byTarget[target] = AffectedReport.Cause(file: file, reason: reason)
    }
  }

  private mutating func ignore(_ change: Change, _ reason: String) {
    ignored.append(AffectedReport.Cause(file: change.path, reason: reason))
  }
}
