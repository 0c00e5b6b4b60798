import Basics

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

  private var places: [TargetEdge: Set<Place>] = [:]
  private let workspace: Workspace
  /// Declared and imported dependencies together; targets that list another package's files as
  /// their own have none here, because those files speak for their own package.
  let graph: DirectedGraph

  init(_ workspace: Workspace, _ sources: SourceIndex, _ modules: ModuleNames) {
    self.workspace = workspace
    for index in workspace.targets.indices where !workspace.isBorrowed(index) {
      for dependency in workspace[index].dependencies {
        let manifest = workspace.package(of: index).manifestPath
        let place = Place(file: manifest, declared: dependency.declared.name)
        for target in dependency.targets {
          places[TargetEdge(from: index, to: target), default: []].insert(place)
        }
      }
      for (file, statement) in sources.imports(of: index) {
        guard let target = modules.target(statement.module, importedBy: index), target != index
        else { continue }
        places[TargetEdge(from: index, to: target), default: []]
          .insert(Place(file: file, line: statement.line))
      }
    }
    let successors = Dictionary(grouping: places.keys, by: \.from)
    graph = DirectedGraph(
      successors: workspace.targets.indices.map { (successors[$0] ?? []).map(\.to).sorted() })
  }

  /// The places that make one target depend on another, imports first.
  func places(from: Int, to: Int) -> [Place] {
    (places[TargetEdge(from: from, to: to)] ?? []).sorted { $0.rank < $1.rank }.map { place in
      var place = place
      if let name = place.declared { place.line = workspace.manifestLine(of: name, in: from) }
      return place
    }
  }
}

extension Workspace {
  /// The line of a target's manifest that names a dependency, or else declares the target; 1 in a
  /// computed manifest.
  func manifestLine(of dependency: String? = nil, in target: Int) -> Int {
    let text = Files.text(Path.join(root, package(of: target).manifestPath)) ?? ""
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let name = targets[target].name
    // Products come before the targets and can share their names.
    let start = lines.lastIndex { $0.contains("name: \"\(name)\"") && !$0.contains(".product(") }
    guard let start else { return (lines.firstIndex { $0.contains("\"\(name)\"") } ?? 0) + 1 }
    guard let dependency else { return start + 1 }
    return (lines[start...].firstIndex { $0.contains("\"\(dependency)\"") } ?? start) + 1
  }
}

/// Maps imported names to the targets of the repository.
struct ModuleNames {
  private let workspace: Workspace
  private let targets: [String: [Int]]
  private let namesOfTarget: [[String]]

  init(workspace: Workspace) {
    self.workspace = workspace
    var targets: [String: [Int]] = [:]
    namesOfTarget = workspace.targets.map {
      Self.moduleNames(of: $0, root: workspace.root).sorted()
    }
    for index in workspace.targets.indices where !workspace.isBorrowed(index) {
      for name in namesOfTarget[index] { targets[name, default: []].append(index) }
    }
    self.targets = targets
  }

  /// The names under which a target can be imported.
  func names(_ target: Int) -> [String] { namesOfTarget[target] }

  /// The target that an import means: a declared one, else one of the same package, else any.
  func target(_ module: String, importedBy index: Int) -> Int? {
    guard let candidates = targets[module] else { return nil }
    let declared = workspace.graph.successors[index]
    return candidates.first { declared.contains($0) }
      ?? candidates.first { workspace[$0].package == workspace[index].package }
      ?? candidates.first
  }

  /// A target of C or of a system library can name its module otherwise in a module map.
  private static func moduleNames(of target: Workspace.Target, root: String) -> Set<String> {
    var names: Set = [target.moduleName]
    guard target.kind == .system || target.kind == .library else { return names }
    let headers = target.description.raw["publicHeadersPath"]?.text ?? "include"
    for folder in ["", headers] {
      let map = Path.join(Path.join(target.folder, folder), "module.modulemap")
      let text = Files.text(Path.join(root, map)) ?? ""
      names.formUnion(text.matches(of: /module\s+(\w+)/).map { String($0.1) })
    }
    return names
  }
}
