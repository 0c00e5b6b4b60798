import Basics

/// The packages of a repository and the resolved dependencies among their targets.
struct Workspace: Sendable {
  struct Package: Sendable {
    /// Relative to the root; empty for a package at the root itself.
    let folder: String
    /// The manifest's name; with the folder when two packages share it.
    let name: String
    let manifest: Manifest
    /// Indexes into the workspace's targets, in the manifest's order.
    let targets: Range<Int>

    var manifestPath: String { Path.join(folder, "Package.swift") }
  }

  struct Target: Sendable {
    /// Index into the workspace's packages.
    let package: Int
    let description: TargetDescription
    /// Where its files are, relative to the root.
    let folder: String
    /// Its name; with the package's when two targets share it.
    let label: String
    let dependencies: [Dependency]

    var name: String { description.name }
    var kind: TargetDescription.Kind { description.kind }
    var moduleName: String { Workspace.moduleName(for: name) }
  }

  /// One declared dependency.
  struct Dependency: Sendable {
    let declared: TargetDescription.Dependency
    /// The targets of this repository that it brings.
    let targets: [Int]
    /// Whether it is a product of a package outside the repository.
    var isExternal = false
    /// The evaluated product, or what is required of its package, to see any change.
    var raw = JSON.null
  }

  let root: String
  /// Facts about the sources from earlier runs.
  var facts = FactMemory(folder: nil)
  let packages: [Package]
  let targets: [Target]
  /// Packages whose manifest could not be evaluated, with the reason.
  let unreadable: [String: MonoError]
  /// From each target to the targets that it declares, without repetition.
  let graph: DirectedGraph
  /// The folders outside their own that compilers of targets search; only of targets with any.
  let searchedFolders: [Int: [String]]

  init(root: String, packages: [Package], targets: [Target], unreadable: [String: MonoError]) {
    (self.root, self.packages, self.targets) = (root, packages, targets)
    self.unreadable = unreadable
    graph = DirectedGraph(
      successors: targets.map { target in
        var seen: Set<Int> = []
        return target.dependencies.flatMap(\.targets).filter { seen.insert($0).inserted }
      })
    let searched = targets.map { Self.searchedFolders(of: $0, in: packages[$0.package].folder) }
    searchedFolders = Dictionary(uniqueKeysWithValues: searched.enumerated().map { ($0, $1) })
      .filter { !$0.value.isEmpty }
  }

  subscript(target: Int) -> Target { targets[target] }

  func isTest(_ target: Int) -> Bool { targets[target].kind == .test }
  func package(of target: Int) -> Package { packages[targets[target].package] }

  /// SwiftPM's rule for a module's name: what cannot stand in an identifier becomes `_`.
  static func moduleName(for target: String) -> String {
    let name = String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" } as [Character])
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }
}

/// What the words of a command line mean.
extension Workspace {
  /// The packages with these names or folders, or all of them for no names.
  func packages(named names: [String]) throws -> [Int] {
    if names.isEmpty { return Array(packages.indices) }
    let found = try names.map { name in
      func isMeant(_ folder: String) -> Bool {
        folder == Path.normalize(name) || Path.name(of: folder) == name
      }
      if let index = packages.firstIndex(where: { $0.name == name || isMeant($0.folder) }) {
        return index
      }
      if let (_, error) = unreadable.first(where: { isMeant($0.key) }) { throw error }
      throw MonoError.usage(
        "There is no package '\(name)'.",
        hint: "The packages are \(packages.map(\.name).joined(separator: ", ")).")
    }
    return Set(found).sorted()
  }

  /// The targets that a name means: those of the name, or all of a package.
  func targets(
    meaning name: String, where isMeant: (Int) -> Bool = { _ in true }
  ) throws -> [Int] {
    let found = targets.indices.filter {
      isMeant($0) && [targets[$0].name, targets[$0].label].contains(name)
    }
    if !found.isEmpty { return found }
    return try packages(named: [name]).flatMap { packages[$0].targets }.filter(isMeant)
  }

  /// The test targets that names mean: of a package all; every one without a name.
  func tests(named names: [String]) throws -> [Int] {
    if names.isEmpty { return targets.indices.filter(isTest) }
    let found = try names.flatMap { name in
      let tests = try targets(meaning: name, where: isTest)
      if tests.isEmpty {
        throw MonoError.usage("\(name) has no test target.", hint: "Name a package with tests.")
      }
      return tests
    }
    return Set(found).sorted()
  }
}
