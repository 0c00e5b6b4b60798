/// The dependencies among targets, each with the places that make it.
struct DependencyGraph {
  struct Place: Hashable {
    let file: String
    /// Of a declaration it is looked up when a finding needs it.
    fileprivate(set) var line = 0
    fileprivate var declared: String?

    var isImport: Bool { declared == nil }
    fileprivate var rank: (Int, String, Int) { (isImport ? 0 : 1, file, line) }
  }

  private let places: [Int: [Int: [Place]]]
  private let manifests: ManifestIndex
  /// Declared and imported dependencies together; targets that list another package's files as
  /// their own have none here, because those files speak for their own package.
  let graph: DirectedGraph

  init(workspace: Workspace, sources: SourceIndex, manifests: ManifestIndex) {
    let modules = ModuleNames(workspace: workspace)
    var places: [Int: [Int: Set<Place>]] = [:]
    for index in workspace.targets.indices where !workspace.isBorrowed(index) {
      for dependency in workspace.targets[index].dependencies {
        let place = Place(
          file: workspace.package(of: index).manifestPath, declared: dependency.declared.name)
        for target in dependency.targets {
          places[index, default: [:]][target, default: []].insert(place)
        }
      }
      for (file, statement) in sources.imports(of: index) {
        guard let target = modules.target(statement.module, importedBy: index), target != index
        else { continue }
        places[index, default: [:]][target, default: []].insert(
          Place(file: file, line: statement.line))
      }
    }
    self.manifests = manifests
    self.places = places.mapValues { $0.mapValues { $0.sorted { $0.rank < $1.rank } } }
    graph = DirectedGraph(
      successors: workspace.targets.indices.map { (places[$0] ?? [:]).keys.sorted() })
  }

  /// The places that make one target depend on another, imports first.
  func places(from: Int, to: Int) -> [Place] {
    (places[from]?[to] ?? []).map { place in
      var place = place
      if let name = place.declared { place.line = manifests.line(of: name, in: from) }
      return place
    }
  }
}

/// Lines of manifests, read only when a finding needs them.
final class ManifestIndex {
  private let workspace: Workspace
  private var lines: [Int: [Substring]] = [:]
  init(workspace: Workspace) { self.workspace = workspace }

  /// Where a target names a dependency, or else is declared; 1 in a computed manifest.
  func line(of dependency: String? = nil, in target: Int) -> Int {
    let (package, name) = (workspace.targets[target].package, workspace.targets[target].name)
    let lines = lines(ofPackage: package)
    // Products come before the targets and can share their names.
    let start = lines.lastIndex { $0.contains("name: \"\(name)\"") && !$0.contains(".product(") }
    guard let start, let dependency else {
      return start.map { $0 + 1 } ?? line(ofText: name, inPackage: package)
    }
    return (lines[start...].firstIndex { $0.contains("\"\(dependency)\"") } ?? start) + 1
  }

  /// Where a text stands between quotation marks; 1 when it is computed.
  func line(ofText text: String, inPackage package: Int) -> Int {
    (lines(ofPackage: package).firstIndex { $0.contains("\"\(text)\"") } ?? 0) + 1
  }

  private func lines(ofPackage package: Int) -> [Substring] {
    if let known = lines[package] { return known }
    let path = Path.join(workspace.root, workspace.packages[package].manifestPath)
    let read = (Files.text(path) ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    lines[package] = read
    return read
  }
}
