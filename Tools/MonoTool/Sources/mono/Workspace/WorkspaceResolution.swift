import Basics

extension Workspace {
  /// Resolves the manifests of a repository against one another.
  init(
    root: String, manifests: [(folder: String, manifest: Manifest)],
    unreadable: [String: MonoError] = [:]
  ) {
    let sorted = manifests.sorted { $0.folder < $1.folder }.map {
      (folder: $0.folder, manifest: Self.resolvingLinks($0.manifest, at: $0.folder, root: root))
    }
    let resolver = DependencyResolver(manifests: sorted)
    let names = sorted.map { ($0.manifest.name, $0.folder) }
    let packageNames = Self.distinct(names) { "\($0) (\($1))" }
    let qualified = zip(sorted, packageNames).flatMap { entry, package in
      entry.manifest.targets.map { ($0.name, package) }
    }
    let labels = Self.distinct(qualified) { "\($1)/\($0)" }
    var packages: [Package] = []
    var targets: [Target] = []
    for (index, entry) in sorted.enumerated() {
      let start = targets.count
      for description in entry.manifest.targets {
        targets.append(
          Target(
            package: index, description: description,
            folder: TargetFolder.find(
              for: description, of: entry.manifest, in: entry.folder, root: root),
            label: labels[targets.count],
            dependencies: resolver.resolve(description, of: index)))
      }
      packages.append(
        Package(
          folder: entry.folder, name: packageNames[index], manifest: entry.manifest,
          targets: start..<targets.count))
    }
    self.init(root: root, packages: packages, targets: targets, unreadable: unreadable)
  }

  /// Links lead to the folder that a package is known by.
  private static func resolvingLinks(
    _ manifest: Manifest, at folder: String, root: String
  ) -> Manifest {
    var manifest = manifest
    for (index, dependency) in manifest.dependencies.enumerated() {
      guard let path = dependency.path,
        let real = Files.realPath(Path.join(Path.join(root, folder), path))
      else { continue }
      let place = Path.relative(real, to: Files.realPath(root) ?? root)
      manifest.dependencies[index].path = Path.relative(place, to: folder)
    }
    return manifest
  }

  /// The first of each pair, or both where the first alone is not unique.
  private static func distinct(
    _ names: [(String, String)], both: (String, String) -> String
  ) -> [String] {
    let counts = names.reduce(into: [:]) { $0[$1.0, default: 0] += 1 }
    return names.map { counts[$0.0] == 1 ? $0.0 : both($0.0, $0.1) }
  }
}

/// Finds what the names in a manifest's target dependencies stand for, as SwiftPM does.
private struct DependencyResolver {
  private let manifests: [(folder: String, manifest: Manifest)]
  private let indexOfFolder: [String: Int]
  /// The workspace's index of each package's targets by name.
  private let targetIndexes: [[String: Int]]

  init(manifests: [(folder: String, manifest: Manifest)]) {
    self.manifests = manifests
    indexOfFolder = Dictionary(manifests.enumerated().map { ($1.folder, $0) }) { first, _ in first }
    var count = 0
    targetIndexes = manifests.map { entry in
      let names = entry.manifest.targets.map(\.name)
      defer { count += names.count }
      return Dictionary(zip(names, count...)) { first, _ in first }
    }
  }

  func resolve(_ target: TargetDescription, of package: Int) -> [Workspace.Dependency] {
    target.dependencies.compactMap { dependency in
      if dependency.package == nil, let sibling = targetIndexes[package][dependency.name] {
        return Workspace.Dependency(declared: dependency, targets: [sibling])
      }
      let providers = providers(of: dependency, for: package)
      if let found = providers.lazy.compactMap({ localProduct(dependency, $0.index) }).first {
        return found
      }
      // A product of a package outside the repository: named with its package, or by name alone.
      let outside = providers.filter { $0.index == nil }.map(\.declared.requirement)
      if outside.isEmpty { return nil }
      return Workspace.Dependency(
        declared: dependency, targets: [], isExternal: true, raw: .array(outside))
    }
  }

  /// The declared packages that can bring a product; those of the repository with their index.
  private func providers(
    of dependency: TargetDescription.Dependency, for package: Int
  ) -> [(declared: PackageDependency, index: Int?)] {
    let wanted = dependency.package?.lowercased()
    return manifests[package].manifest.dependencies.filter { declared in
      wanted == nil || declared.names.contains { $0.lowercased() == wanted }
    }.map { declared in
      let folder = declared.path.map { Path.join(manifests[package].folder, $0) }
      return (declared, folder.flatMap { indexOfFolder[$0] })
    }
  }

  private func localProduct(
    _ dependency: TargetDescription.Dependency, _ package: Int?
  ) -> Workspace.Dependency? {
    let products = package.map { manifests[$0].manifest.products } ?? []
    guard let package, let product = products.first(where: { $0.name == dependency.name }) else {
      return nil
    }
    return Workspace.Dependency(
      declared: dependency, targets: product.targets.compactMap { targetIndexes[package][$0] },
      raw: product.raw)
  }
}

/// Where SwiftPM looks for a target's files.
///
/// Source: "Package layout" of the Swift Package Manager documentation: the target's own path,
/// or a folder with its name in the first conventional folder that exists; since tools version
/// 5.9 a package with one target may keep its sources in the conventional folder itself.
enum TargetFolder {
  static func find(
    for target: TargetDescription, of manifest: Manifest, in package: String, root: String
  ) -> String {
    if let path = target.path { return Path.join(package, path) }
    let parents = conventionalFolders(for: target.kind)
    func isFolder(_ path: String) -> Bool { Files.isFolder(Path.join(root, path)) }
    let parent = parents.first { isFolder(Path.join(package, $0)) } ?? parents[0]
    let folder = Path.join(package, "\(parent)/\(target.name)")
    let siblings = manifest.targets.filter {
      conventionalFolders(for: $0.kind) == parents && $0.path == nil
    }
    if !isFolder(folder), siblings.count == 1, isFolder(Path.join(package, parent)) {
      return Path.join(package, parent)
    }
    return folder
  }

  private static func conventionalFolders(for kind: TargetDescription.Kind) -> [String] {
    let sources = ["Sources", "Source", "src", "srcs"]
    switch kind {
    case .test: return ["Tests"] + sources
    case .plugin: return ["Plugins"]
    default: return sources
    }
  }
}
