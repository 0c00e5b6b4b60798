package import Basics

/// The containers of a program: their parents, their dependencies and the suppliers.
package struct ContainerTree: Sendable {
  package struct Scope: Sendable {
    package let name: String
    /// The target that declares the container.
    package let target: String
    /// The indexes of the scopes that open it.
    package let parents: [Int]
    /// The protocol of what it asks, when it asks for anything.
    package let asks: String?
    package let demands: [Demand]
    /// Values that it cannot be opened without.
    package let runtimeValues: [TypedName]
  }

  package struct Demand: Sendable {
    package let name, type: String
    /// Who passes it on, the one who has it last.
    package let suppliers: [String]
  }

  package let scopes: [Scope]

  /// - Parameters:
  ///   - focus: A target or package; only what it needs is looked at.
  ///   - sources: What was read of the workspace already.
  package init(workspace: Workspace, focus: String?, sources: SourceIndex? = nil) throws {
    let all = Array(workspace.targets.indices)
    let start = try focus.map { try workspace.targets(meaning: $0) } ?? all
    let index = try ScopeIndex(
      workspace: workspace, sources: sources ?? SourceIndex(workspace: workspace),
      targets: workspace.graph.reachable(from: start).sorted())
    let places = index.types.keys.filter(index.isScope).sorted()
    scopes = places.map { place in
      let parameters = index.types[place]?.parameters ?? []
      let asked = parameters.compactMap { index.scopeProtocol($0.type, from: place) }.first
      let parents = index.parents(of: place).filter(places.contains)
      let conformers = asked.map(index.conformers) ?? []
      let conformer = conformers.first(where: parents.contains) ?? conformers.first
      return Scope(
        name: place.name, target: workspace.targets[place.target].label,
        parents: parents.compactMap(places.firstIndex), asks: asked?.name,
        demands: (asked.map(index.demands) ?? []).map { demand in
          let suppliers = conformer.map { index.suppliers(of: demand.name, from: $0) } ?? []
          return Demand(name: demand.name, type: demand.type, suppliers: suppliers.map(\.name))
        },
        runtimeValues: parameters.filter { parameter in
          let type = parameter.type.bareType
          return !type.isDependencies && !type.isContainer
        })
    }
  }

  /// The scope's name; with the target's where another scope has the same.
  package func label(_ scope: Int) -> String {
    let isUnique = scopes.count { $0.name == scopes[scope].name } == 1
    return isUnique ? scopes[scope].name : "\(scopes[scope].name) (\(scopes[scope].target))"
  }

  package var json: JSON {
    [
      "scopes": JSON(scopes) { scope in
        [
          "name": .string(scope.name), "target": .string(scope.target),
          "parents": JSON(scope.parents.map(label)), "asks": JSON(optional: scope.asks),
          "runtimeValues": JSON(scope.runtimeValues.map(\.text)),
          "demands": JSON(scope.demands) {
            [
              "name": .string($0.name), "type": .string($0.type), "suppliers": JSON($0.suppliers),
            ]
          },
        ]
      }
    ]
  }

  /// One box per scope with its runtime values and demands; arrows lead to the scopes it opens.
  package var picture: Picture {
    let edges = scopes.enumerated().flatMap { child, scope in
      scope.parents.map { Picture.Edge(from: $0, to: child) }
    }
    let nodes = scopes.enumerated().map { index, scope in
      Picture.Node(
        lines: [label(index)] + scope.runtimeValues.map(\.text)
          + scope.demands.map { "asks \($0.name) ← \($0.suppliers.last ?? "no scope")" },
        kind: "container")
    }
    return Picture(nodes: nodes, edges: edges)
  }
}

/// The declarations of the targets that end up in products: not those of tests, fakes and previews.
private struct ScopeIndex {
  /// A declaration with the target that holds it.
  struct Place: Hashable, Comparable {
    let target: Int
    let name: String

    static func < (left: Place, right: Place) -> Bool {
      (left.name, left.target) < (right.name, right.target)
    }
  }

  private(set) var protocols: [Place: ScopeProtocol] = [:]
  private(set) var types: [Place: ScopeType] = [:]
  private let workspace: Workspace
  /// The makers of values of each type.
  private var creators: [Place: Set<Place>] = [:]
  /// The types that conform to each protocol.
  private var conforming: [Place: Set<Place>] = [:]

  init(workspace: Workspace, sources: SourceIndex, targets: [Int]) throws {
    self.workspace = workspace
    let chosen = targets.filter { index in
      let target = workspace.targets[index]
      return (target.kind == .library || target.kind == .executable)
        && !target.name.hasSuffix("Testing") && !target.name.hasSuffix("-preview")
    }
    let paths = chosen.flatMap { target in
      sources.files[target].map { (target: target, path: $0) }
    }
    let facts = try workspace.facts.facts(
      "scopes", of: paths.map { sources.source($0.path) }, read: ScopeScanner.scan)
    for (target, file) in zip(paths.map(\.target), facts) {
      for item in file.protocols { protocols[Place(target: target, name: item.name)] = item }
      for item in file.types {
        types[Place(target: target, name: item.name), default: ScopeType(name: item.name)]
          .merge(item)
      }
    }
    for (place, type) in types {
      for made in type.made.compactMap({ self.type($0, from: place) }) where made != place {
        creators[made, default: []].insert(place)
      }
      for name in type.conformances where name.isDependencies {
        guard let asked = scopeProtocol(name, from: place) else { continue }
        conforming[asked, default: []].insert(place)
      }
    }
  }

  /// Whether a type that is named like a container is one: it asks a protocol of dependencies or
  /// another container for its values, answers such a protocol, or opens another scope.
  func isScope(_ place: Place) -> Bool {
    guard place.name.isContainer, let type = types[place], type.isDeclared else { return false }
    let asked = type.parameters.map(\.type.bareType) + type.conformances
    return asked.contains { $0.isDependencies || $0.isContainer }
      || type.made.contains { $0.isContainer && self.type($0, from: place) != place }
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
    let given = (types[place]?.parameters ?? []).compactMap { type($0.type, from: place) }
    return Set(found + given).sorted()
  }

  /// The type that a name means: the target's own, or one of a target that it needs.
  func type(_ name: String, from place: Place) -> Place? {
    find(name, from: place) { types[$0]?.isDeclared == true }
  }

  func scopeProtocol(_ name: String, from place: Place) -> Place? {
    find(name, from: place) { protocols[$0] != nil }
  }

  private func find(_ name: String, from place: Place, where exists: (Place) -> Bool) -> Place? {
    let parts = name.bareType.split(separator: ".").map(String.init)
    guard let bare = parts.last else { return nil }
    let near = [place.target] + workspace.graph.successors[place.target]
    let named =
      parts.count == 1 ? [] : near.filter { workspace.targets[$0].moduleName == parts[0] }
    return (named.isEmpty ? near : named).lazy
      .map { Place(target: $0, name: bare) }.first(where: exists)
  }

  /// The types that conform to a protocol, in a fixed order.
  func conformers(to wanted: Place) -> [Place] {
    conforming[wanted, default: []].sorted()
  }

  /// Everything a protocol asks, its inherited protocols included.
  func demands(of place: Place) -> [TypedName] {
    guard let found = protocols[place] else { return [] }
    return found.inherited.compactMap { scopeProtocol($0, from: place) }.flatMap(demands)
      + found.demands
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
      let above = scopeProtocol(name, from: owner).flatMap { conformers(to: $0).first }
      guard let next = type(name, from: owner) ?? above else { return [place] }
      owner = next
    }
    if owner == place { return [place] }
    return [place] + suppliers(of: parts[parts.count - 1], from: owner, depth: depth + 1)
  }
}
