package import Basics

/// The packages of a repository and the resolved dependencies among their targets.
package struct Workspace: Sendable {
  package struct Package: Sendable {
    /// Relative to the root; empty for a package at the root itself.
    package let folder: String
    /// The manifest's name; with the folder when two packages share it.
    package let name: String
    package let manifest: Manifest
    /// Indexes into the workspace's targets, in the manifest's order.
    package let targets: Range<Int>

    package var manifestPath: String { Path.join(folder, "Package.swift") }
    /// The folders of the local packages that the manifest names, relative to the root.
    var neighbors: [String] {
      manifest.dependencies.compactMap(\.path).map { Path.join(folder, $0) }
    }
  }

  package struct Target: Sendable {
    /// Index into the workspace's packages.
    package let package: Int
    package let description: TargetDescription
    /// Where its files are, relative to the root.
    package let folder: String
    /// Its name; with the package's when two targets share it.
    package let label: String
    package let dependencies: [Dependency]
    package let externalProducts: [ExternalProduct]

    package var name: String { description.name }
    package var kind: TargetDescription.Kind { description.kind }
    package var moduleName: String { Workspace.moduleName(for: name) }
  }

  /// One declared dependency, resolved to the targets of this repository that it brings.
  package struct Dependency: Sendable {
    package let declared: TargetDescription.Dependency
    package let targets: [Int]
    /// The product and its package, when it is not a target of the same package.
    package let product: Manifest.Product?
  }

  package struct ExternalProduct: Sendable {
    package let declared: TargetDescription.Dependency
    package let requirement: JSON
  }

  package let root: String
  /// Facts about the sources from earlier runs.
  var facts = FactMemory(folder: nil)
  package let packages: [Package]
  package let targets: [Target]
  /// Packages whose manifest could not be evaluated, with the reason.
  package let unreadable: [String: MonoError]
  /// From each target to the targets that it declares, without repetition.
  package let graph: DirectedGraph
  /// The folders outside their own that compilers of targets search; only of targets with any.
  let searchedFolders: [Int: [String]]

  package init(
    root: String, packages: [Package], targets: [Target], unreadable: [String: MonoError] = [:]
  ) {
    self.root = root
    self.packages = packages
    self.targets = targets
    self.unreadable = unreadable
    graph = DirectedGraph(
      successors: targets.map { target in
        var seen: Set<Int> = []
        return target.dependencies.flatMap(\.targets).filter { seen.insert($0).inserted }
      })
    searchedFolders = Dictionary(
      uniqueKeysWithValues: targets.enumerated().map { index, target in
        (index, Self.searchedFolders(of: target, in: packages[target.package].folder))
      }.filter { !$0.1.isEmpty })
  }

  /// The package graph: from each package to the packages its targets need.
  package var packageGraph: DirectedGraph {
    DirectedGraph(
      successors: packages.indices.map { index in
        let needed = packages[index].targets.flatMap { graph.successors[$0] }
        return Set(needed.map { targets[$0].package }).subtracting([index]).sorted()
      })
  }

  package func isTest(_ target: Int) -> Bool { targets[target].kind == .test }
  package func package(of target: Int) -> Package { packages[targets[target].package] }

  /// `Package/Target`, whatever the label is.
  package func qualifiedName(_ target: Int) -> String {
    "\(package(of: target).name)/\(targets[target].name)"
  }

  /// SwiftPM's rule for a module's name: what cannot stand in an identifier becomes `_`.
  package static func moduleName(for target: String) -> String {
    let name = String(
      target.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" } as [Character])
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }
}
