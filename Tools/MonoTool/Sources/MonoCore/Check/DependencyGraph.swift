/// The dependencies among targets, each with the places that make it.
struct DependencyGraph {
  struct Place: Hashable {
    let file: String
    let line: Int
    let isImport: Bool

    fileprivate var rank: (Int, String, Int) { (isImport ? 0 : 1, file, line) }
  }

  private let places: [Int: [Int: [Place]]]
  /// Declared and imported dependencies together; targets that list another package's files as
  /// their own have none here, because those files speak for their own package.
  let graph: DirectedGraph

  init(workspace: Workspace, sources: SourceIndex, manifests: ManifestIndex) {
    let modules = ModuleNames(workspace: workspace)
    var places: [Int: [Int: Set<Place>]] = [:]
    for index in workspace.targets.indices where !workspace.isBorrowed(index) {
      for dependency in workspace.targets[index].dependencies {
        let place = Place(
          file: workspace.package(of: index).manifestPath,
          line: manifests.line(of: dependency.declared.name, in: index), isImport: false)
        for target in dependency.targets {
          places[index, default: [:]][target, default: []].insert(place)
        }
      }
      for (file, statement) in sources.imports(of: index) {
        guard let target = modules.target(statement.module, importedBy: index), target != index
        else { continue }
        places[index, default: [:]][target, default: []].insert(
          Place(file: file, line: statement.line, isImport: true))
      }
    }
    self.places = places.mapValues { $0.mapValues { $0.sorted { $0.rank < $1.rank } } }
    graph = DirectedGraph(
      successors: workspace.targets.indices.map { (places[$0] ?? [:]).keys.sorted() })
  }

  /// The places that make one target depend on another, imports first.
  func places(from: Int, to: Int) -> [Place] { places[from]?[to] ?? [] }
}

/// Lines of manifests, read only when a finding needs them.
final class ManifestIndex {
  private let workspace: Workspace
  private var lines: [Int: ManifestLines] = [:]
  init(workspace: Workspace) { self.workspace = workspace }

  /// Where a target names a dependency, or else is declared.
  func line(of dependency: String? = nil, in target: Int) -> Int {
    manifest(ofPackage: workspace.targets[target].package).line(
      ofDependency: dependency, inTarget: workspace.targets[target].name)
  }

  func line(ofText text: String, inPackage package: Int) -> Int {
    manifest(ofPackage: package).line(ofText: text)
  }

  private func manifest(ofPackage package: Int) -> ManifestLines {
    if let known = lines[package] { return known }
    let path = Path.join(workspace.root, workspace.packages[package].manifestPath)
    let read = ManifestLines(source: Files.read(path) ?? [])
    lines[package] = read
    return read
  }
}
