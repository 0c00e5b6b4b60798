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

  /// - Parameter focus: A target or package; only what it needs is looked at.
  package init(workspace: Workspace, focus: String?) throws {
    var targets = Set(workspace.targets.indices)
    if let focus {
      targets = workspace.graph.reachable(from: try workspace.targets(meaning: focus))
    }
    let index = try ScopeIndex(workspace: workspace, targets: targets)
    let places = Self.scopes(in: index).sorted()
    scopes = places.map { place in
      let parameters = index.types[place]?.parameters ?? []
      let asked = parameters.compactMap { index.scopeProtocol($0.type, in: place.target) }.first
      let parents = Self.parents(of: place, in: index, containers: Set(places))
      let conformer = asked.flatMap { asked in
        let all = index.conformers(to: asked)
        let near = parents.map(\.target)
        return all.first { near.contains($0.target) } ?? all.first
      }
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

  /// The types that are named like a container and are one: they ask a protocol of dependencies or
  /// another container for their values, answer such a protocol, make what a scope consists of, open
  /// another scope, or are opened by one. A view or a model with such a name is none.
  private static func scopes(in index: ScopeIndex) -> Set<ScopeIndex.Place> {
    let named = Set(index.types.filter { $0.value.isDeclared && $0.key.name.isContainer }.keys)
    func isScope(_ place: ScopeIndex.Place) -> Bool {
      guard let type = index.types[place] else { return false }
      let asks = type.parameters.contains {
        let name = $0.type.bareType
        return name.isDependencies || name.isContainer
      }
      return asks || type.conformances.contains(where: \.isDependencies)
        || !type.parameters.isEmpty && type.functions.contains { $0.hasPrefix("make") }
    }
    var scopes = named.filter(isScope)
    while true {
      let above = index.ancestors(of: scopes).intersection(named)
      let below = named.filter { !scopes.isDisjoint(with: index.creators(of: $0)) }
      let all = scopes.union(above).union(below)
      if all == scopes { return scopes }
      scopes = all
    }
  }

  /// The containers that open a scope, through helper types, too, or that it is opened with.
  private static func parents(
    of place: ScopeIndex.Place, in index: ScopeIndex, containers: Set<ScopeIndex.Place>
  ) -> [ScopeIndex.Place] {
    var found: [ScopeIndex.Place] = []
    var seen: Set = [place]
    var pending = [place]
    while let next = pending.popLast() {
      for creator in index.creators(of: next) where seen.insert(creator).inserted {
        if containers.contains(creator) { found.append(creator) } else { pending.append(creator) }
      }
    }
    let parameters = index.types[place]?.parameters ?? []
    let given = parameters.compactMap { index.type($0.type, in: place.target) }
    return Set(found + given.filter(containers.contains)).sorted()
  }

  /// The scope's name; with the target's where another scope has the same.
  package func label(_ scope: Int) -> String {
    let isUnique = scopes.count { $0.name == scopes[scope].name } == 1
    return isUnique ? scopes[scope].name : "\(scopes[scope].name) (\(scopes[scope].target))"
  }

  /// The scopes below one another, with what each asks.
  package var text: String {
    var lines: [String] = []
    func show(_ index: Int, _ indentation: String, _ path: [Int]) {
      let scope = scopes[index]
      lines.append(
        "\(indentation)\(scope.name) (\(scope.target))"
          + scope.runtimeValues.map { ", \($0.text)" }.joined())
      for demand in scope.demands {
        let from = demand.suppliers.joined(separator: " → ")
        lines.append(
          "\(indentation)  asks \(demand.name): \(demand.type)"
            + (from.isEmpty ? ", which no scope supplies" : " ← \(from)"))
      }
      for child in scopes.indices
      where scopes[child].parents.contains(index) && !path.contains(child) {
        show(child, indentation + "    ", path + [child])
      }
    }
    for index in scopes.indices where scopes[index].parents.isEmpty { show(index, "", [index]) }
    return lines.isEmpty ? "There are no containers.\n" : lines.joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    [
      "scopes": JSON(scopes) { scope in
        [
          "name": .string(scope.name), "target": .string(scope.target),
          "parents": JSON(scope.parents.map(label)), "asks": JSON(optional: scope.asks),
          "runtimeValues": JSON(scope.runtimeValues.map(\.text)),
          "demands": JSON(scope.demands) { demand in
            [
              "name": .string(demand.name), "type": .string(demand.type),
              "suppliers": JSON(demand.suppliers),
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
