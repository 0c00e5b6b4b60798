import Basics

/// Which files on the disk each target is built from and tested with: those whose change would make
/// `mono affected` select it, whether git knows them or not. Links are followed.
package struct TargetInputs: Sendable {
  private let workspace: Workspace
  private let rules: RulesFile
  /// The root without symbolic links.
  private let root: String
  /// For each file that counts, the targets that it belongs to; dependents are not among them.
  private var owners: [String: Set<Int>] = [:]
  /// The same by the files' paths without symbolic links.
  private var realOwners: [String: Set<Int>] = [:]
  /// Why nothing tells whether what a target is built from or reads has changed.
  private var obstacles: [Int: String] = [:]

  package init(workspace: Workspace, repository: Repository, rules: RulesFile) throws(MonoError) {
    self.workspace = workspace
    self.rules = rules
    root = Files.realPath(workspace.root) ?? workspace.root
    let patterns = rules.inputs.flatMap(\.paths)
    var files = Set(
      try repository.files().filter { file in patterns.contains { $0.matches(file) } })
    let folders = workspace.targets.map(\.folder) + workspace.searchedFolders.values.joined()
    let packages = workspace.packages.map(\.folder)
    let places = patterns.map { Path.folder(of: $0.beginning + "x") }
    for place in Set(folders + (packages + places).filter { !$0.isEmpty }) {
      walk(place, above: [], &files)
    }
    for package in packages {
      let lockFile = Path.join(package, "Package.resolved")
      if Files.exists(Path.join(root, lockFile)) { files.insert(lockFile) }
    }
    for (target, path) in workspace.outsidePaths { obstacles[target] = Self.outside(path) }
    for target in workspace.targets.indices {
      obstacles[target] = obstacles[target] ?? workspace.unnamedInput(of: target)
    }
    for file in files {
      let needing = targets(of: file)
      if needing.isEmpty { continue }
      owners[file] = needing
      guard let real = Files.realPath(Path.join(root, file)) else { continue }
      if !Files.isFolder(real) { realOwners[real, default: []].formUnion(needing) }
      if !Path.isInside(real, root) {
        for target in needing { obstacles[target] = Self.outside(file) }
      }
    }
  }

  private static func outside(_ path: String) -> String {
    "reads \(path), outside of the repository"
  }

  private func walk(_ place: String, above: Set<String>, _ files: inout Set<String>) {
    let path = Path.join(root, place)
    guard Files.isFolder(path) else {
      if Files.exists(path) { files.insert(place) }
      return
    }
    // A link to a folder above would never end.
    guard let real = Files.realPath(path), !above.contains(real) else { return }
    // Tests can also see that a folder is there, and what a link to one says.
    files.insert(place)
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
  private func targets(of path: String) -> Set<Int> {
    var causes = AffectedTargets(workspace: workspace, before: workspace, rules: rules, links: [:])
    causes.add(Change(path: path, kind: .changed))
    return causes.unmapped.isEmpty ? Set(causes.byTarget.keys) : []
  }

  /// The files that count for a target or for anything that it needs.
  func files(of target: Int) -> [String] {
    let needed = workspace.graph.reachable(from: [target])
    return owners.filter { !$0.value.isDisjoint(with: needed) }.keys.sorted()
  }

  /// Why no result of a target may be remembered, whatever its tests look at.
  func obstacle(to target: Int) -> String? {
    workspace.graph.reachable(from: [target]).sorted().compactMap { obstacles[$0] }.first
  }

  /// Whether the tests of a target can be traced.
  func isTraceable(_ target: Int) -> Bool {
    !workspace.targets(rules.untraced).contains(target)
  }

  /// The files that a run, or the compilers before it, looked at although their change would make
  /// no other key of the target.
  ///
  /// - Parameter allowed: Folders that belong to the run or the toolchain.
  /// - Returns: Paths, relative to the root when they are inside, sorted.
  func undeclared(
    in trace: Trace, of target: Int, allowing allowed: [String], scratch: ScratchFolder,
    configuration: String
  ) -> [String] {
    let needed = workspace.graph.reachable(from: [target])
    let products = Path.join(scratch.path, configuration)
    let built = Files.realPath(products) ?? products
    let others = foreignProducts(needed)
    let folders = Set(files(of: target).flatMap { Path.ascending(Path.folder(of: $0)) })
    // A run may create thousands of files, so both are sets, not lists to go through.
    let own = trace.created.union(allowed + Self.systemFolders)
    let ways = Set(own.union([root, built]).flatMap(Path.ascending))
    func isOwn(_ path: String) -> Bool { Path.ascending(path).contains(where: own.contains) }
    var asked: [String: Bool] = [:]
    func isDeclared(_ path: String) -> Bool {
      let real = Self.resolved(path)
      if isOwn(path) || isOwn(real) { return true }
      if Path.isInside(real, built) {
        let parts = Path.relative(real, to: built).split(separator: "/")
        return !parts.contains { others.contains(String($0.prefix { $0 != "." })) }
      }
      // The way to what is declared.
      if ways.contains(real), Files.isFolder(real) { return true }
      guard Path.isInside(real, root) else { return false }
      if let known = realOwners[real] { return !known.isDisjoint(with: needed) }
      let relative = Path.relative(real, to: root)
      if folders.contains(relative) { return true }
      if Files.exists(real), !Files.isFolder(real) { return false }
      return !targets(of: relative).isDisjoint(with: needed)
    }
    func isCovered(_ path: String) -> Bool {
      if let known = asked[path] { return known }
      asked[path] = !path.hasPrefix("/") || isDeclared(path)
      return asked[path] ?? false
    }
    let compiled = needed.flatMap {
      scratch.compiledFiles(of: workspace.targets[$0].name, configuration: configuration)
    }
    let looked = trace.read.filter { !Files.isFolder($0) }.union(trace.probed).union(compiled)
    var found = looked.filter { !isCovered($0) }
    // What is listed counts when a new file there would.
    let endings = Set(
      rules.inputs.flatMap(\.paths).map { $0.pattern.split(separator: "*").last ?? "" })
    for folder in trace.listed {
      let isOutside = !Path.isInside(folder, root) || Path.isInside(folder, built)
      let isCounted =
        isOutside
        ? isCovered(Path.join(folder, "new"))
        : ([""] + endings).contains { ending in
          let file = Path.join(Path.relative(folder, to: root), "new\(ending)")
          return !targets(of: file).isDisjoint(with: needed)
        }
      if !isCounted { found.insert(folder + "/") }
    }
    return found.map { Path.isInside($0, root) ? String($0.dropFirst(root.count + 1)) : $0 }
      .sorted()
  }

  /// Folders for which the toolchain and its identity stand.
  private static let systemFolders = [
    "/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc", "/proc", "/dev", "/sys", "/run", "/var/lib",
  ]

  /// The path without symbolic links, as far as it exists.
  private static func resolved(_ path: String) -> String {
    if let real = Files.realPath(path) { return real }
    let folder = Path.folder(of: path)
    return folder == path || folder.isEmpty
      ? path : Path.join(resolved(folder), Path.name(of: path))
  }

  /// The names under which targets are built that others do not need.
  private func foreignProducts(_ needed: Set<Int>) -> Set<String> {
    let products = workspace.packages.flatMap { package -> [(names: [String], isOwn: Bool)] in
      package.targets.map { target in
        let name = workspace.targets[target].name
        let names = [name, Workspace.moduleName(for: name), "\(package.manifest.name)_\(name)"]
        return (names, needed.contains(target))
      }
        + package.manifest.products.map { product in
          let isOwn = package.targets.allSatisfy {
            needed.contains($0) || !product.targets.contains(workspace.targets[$0].name)
          }
          // A dynamic library is a file of its own.
          return ([product.name, "lib\(product.name)"], isOwn)
        }
    }
    let own = products.filter(\.isOwn).flatMap(\.names)
    return Set(products.flatMap(\.names)).subtracting(own)
  }
}

extension Workspace {
  /// Why the build of a target can read files that neither a manifest nor a compiler's notes name.
  fileprivate func unnamedInput(of target: Int) -> String? {
    let label = targets[target].label
    if targets[target].description.dependencies.contains(where: \.isPlugin) {
      return "needs \(label), whose plugin can read every file"
    }
    if let flag = flagWithFile(of: target) { return "needs \(label), whose flags name \(flag)" }
    let folder = Path.join(root, targets[target].folder)
    let unnamed = Files.descendants(of: folder).first { file in
      let type = Path.fileExtension(of: file)
      guard type != "swift", Workspace.isSource(file) else { return false }
      let word = type == "modulemap" ? "\"../" : "incbin"
      return Files.text(Path.join(folder, file))?.contains(word) == true
    }
    return unnamed.map { "needs \(label), whose \($0) names files of other folders" }
  }

  /// The first unsafe flag that names something in the repository for which no target is known.
  private func flagWithFile(of target: Int) -> String? {
    let package = Path.join(root, package(of: target).folder)
    let known = [targets[target].folder] + (searchedFolders[target] ?? [])
    return targets[target].description.flagValues.first { _, value in
      let path = Path.join(package, value)
      return !value.isEmpty && Path.isInside(path, root) && Files.exists(path)
        && !known.contains { Path.isInside(path, Path.join(root, $0)) }
    }?.flag
  }

  /// By target: a package that it needs and the repository has not, or a folder outside of it.
  var outsidePaths: [Int: String] {
    let folders = Set(packages.map(\.folder))
    var outside: [Int: String] = [:]
    for (index, target) in targets.enumerated() {
      let unknown = packages[target.package].neighbors.first { !folders.contains($0) }
      let away = ([target.folder] + (searchedFolders[index] ?? [])).first {
        !Path.isInside($0, "")
      }
      outside[index] = unknown ?? away
    }
    return outside
  }
}
