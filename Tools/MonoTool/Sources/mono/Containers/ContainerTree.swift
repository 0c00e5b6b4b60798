import Basics

/// The containers of a program: their parents, their dependencies and the suppliers.
struct ContainerTree: Sendable, Encodable {
  struct Scope: Sendable, Encodable {
    /// The container; with its target where another one has the same name.
    let name: String
    /// The target that declares the container.
    let target: String
    /// The names of the scopes that open it.
    let parents: [String]
    /// The protocol of what it asks, when it asks for anything.
    let asks: String?
    let demands: [Demand]
    /// Values that it cannot be opened without, such as `session: UserSession`.
    let runtimeValues: [String]
  }

  struct Demand: Sendable, Encodable {
    let name, type: String
    /// Who passes it on, the one who has it last.
    let suppliers: [String]
  }

  let scopes: [Scope]

  /// - Parameters:
  ///   - focus: A target or package; only what it needs is looked at.
  ///   - sources: What was read of the workspace already.
  init(workspace: Workspace, focus: String?, sources: SourceIndex? = nil) throws {
    let start = try focus.map { try workspace.targets(meaning: $0) }
    let index = try ScopeIndex(
      workspace: workspace, sources: sources ?? SourceIndex(workspace: workspace),
      targets: workspace.graph.reachable(from: start ?? Array(workspace.targets.indices)).sorted())
    let places = index.types.keys.filter(index.isScope).sorted()
    func label(_ place: ScopeIndex.Place) -> String {
      let isUnique = places.count { $0.name == place.name } == 1
      return isUnique ? place.name : "\(place.name) (\(workspace[place.target].label))"
    }
    scopes = places.map { place in
      let parameters = index.types[place]?.parameters ?? []
      let asked = parameters.lazy.compactMap { index.dependencies($0.type, from: place) }.first
      let parents = index.parents(of: place).filter(places.contains)
      let conformers = asked.map(index.conformers) ?? []
      let conformer = conformers.first(where: parents.contains) ?? conformers.first
      return Scope(
        name: label(place), target: workspace[place.target].label, parents: parents.map(label),
        asks: asked?.name,
        demands: (asked.map(index.demands) ?? []).map { demand in
          let suppliers = conformer.map { index.suppliers(of: demand.name, from: $0) } ?? []
          return Demand(name: demand.name, type: demand.type, suppliers: suppliers.map(\.name))
        },
        runtimeValues: parameters.filter {
          !$0.type.bareType.isDependencies && !$0.type.bareType.isContainer
        }.map { "\($0.name): \($0.type)" })
    }
  }

  /// One box per scope with its runtime values and demands; arrows lead to the scopes it opens.
  var picture: Picture {
    let nodes = scopes.map { scope in
      let demands = scope.demands.map { "asks \($0.name) ← \($0.suppliers.last ?? "no scope")" }
      return Picture.Node(
        name: scope.name, details: scope.runtimeValues + demands, kind: "container")
    }
    let edges = scopes.flatMap { scope in
      scope.parents.map { Picture.Edge(from: $0, to: scope.name) }
    }
    return Picture(nodes: nodes, edges: edges)
  }
}

/// The declarations of the targets that end up in products: not those of tests, fakes and previews.
private struct ScopeIndex {
  /// A type with the target that declares it.
  struct Place: Hashable, Comparable {
    let target: Int
    let name: String

    static func < (left: Place, right: Place) -> Bool {
      (left.name, left.target) < (right.name, right.target)
    }
  }

  private(set) var types: [Place: ScopeType] = [:]
  private let workspace: Workspace
  /// The makers of values of each type.
  private var creators: [Place: Set<Place>] = [:]
  /// The types that conform to each protocol.
  private var conforming: [Place: Set<Place>] = [:]

  init(workspace: Workspace, sources: SourceIndex, targets: [Int]) throws {
    self.workspace = workspace
    let chosen = targets.filter { index in
      let target = workspace[index]
      return (target.kind == .library || target.kind == .executable)
        && !target.name.hasSuffix("Testing") && !target.name.hasSuffix("-preview")
    }
    let files = chosen.flatMap { target in sources.files[target].map { (target, $0) } }
    let facts = try workspace.facts.facts(
      "scopes", of: files.map { sources.source($0.1) }, read: ScopeScanner.scan)
    for (target, found) in zip(files.map(\.0), facts) {
      for type in found {
        types[Place(target: target, name: type.name), default: ScopeType(name: type.name)]
          .merge(type)
      }
    }
    for (place, type) in types where type.demands == nil {
      for made in type.made.compactMap({ declared($0, from: place) }) where made != place {
        creators[made, default: []].insert(place)
      }
      for asked in type.conformances.compactMap({ dependencies($0, from: place) }) {
        conforming[asked, default: []].insert(place)
      }
    }
  }

  /// Whether a type that is named like a container is one: it asks a protocol of dependencies or
  /// another container for its values, answers such a protocol, or opens another scope.
  func isScope(_ place: Place) -> Bool {
    guard place.name.isContainer, let type = types[place], type.isDeclared, type.demands == nil
    else { return false }
    let asked = type.parameters.map(\.type.bareType) + type.conformances
    return asked.contains { $0.isDependencies || $0.isContainer }
      || type.made.contains { $0.isContainer && declared($0, from: place) != place }
  }

  /// The containers that open a scope, through helper types, too, or that it is opened with.
  func parents(of place: Place) -> [Place] {
    var found: [Place] = []
    var seen: Set = [place]
    var pending = [place]
    while let next = pending.popLast() {
      for creator in creators[next] ?? [] where seen.insert(creator).inserted {
        if isScope(creator) { found.append(creator) } else { pending.append(creator) }
      }
    }
    let given = (types[place]?.parameters ?? []).compactMap { declared($0.type, from: place) }
    return Set(found + given).sorted()
  }

  /// The protocol of a scope's dependencies that a name means.
  func dependencies(_ name: String, from place: Place) -> Place? {
    guard name.bareType.isDependencies else { return nil }
    return declared(name, from: place) { $0.demands != nil }
  }

  /// The type that a name means: the target's own, or one of a target that it needs.
  private func declared(
    _ name: String, from place: Place, where isMeant: (ScopeType) -> Bool = { $0.demands == nil }
  ) -> Place? {
    guard let bare = name.bareType.split(separator: ".").last else { return nil }
    let near = [place.target] + workspace.graph.successors[place.target]
    return near.map { Place(target: $0, name: String(bare)) }
      .first { types[$0].map { $0.isDeclared && isMeant($0) } ?? false }
  }

  /// The types that conform to a protocol, in a fixed order.
  func conformers(to wanted: Place) -> [Place] { conforming[wanted, default: []].sorted() }

  /// Everything a protocol asks, its inherited protocols included.
  func demands(of place: Place) -> [TypedName] {
    let inherited = types[place]?.conformances.compactMap { dependencies($0, from: place) } ?? []
    return inherited.flatMap(demands) + (types[place]?.demands ?? [])
  }

  /// The types that one after the other pass a demand on, from who answers to who has it.
  func suppliers(of demand: String, from place: Place, depth: Int = 0) -> [Place] {
    guard depth < 8, let expression = types[place]?.computed[demand] else { return [place] }
    let parts = expression.split(separator: ".").map(String.init)
    // "container.parent.clock": the clock of the parent of the container.
    var owner = place
    for part in parts.dropLast() {
      guard let name = types[owner]?.stored[part]?.bareType else { return [place] }
      // A value of a type's own dependencies is supplied by the type that conforms to them.
      let above = dependencies(name, from: owner).flatMap { conformers(to: $0).first }
      guard let next = declared(name, from: owner) ?? above else { return [place] }
      owner = next
    }
    if owner == place { return [place] }
    return [place] + suppliers(of: parts[parts.count - 1], from: owner, depth: depth + 1)
  }
}
