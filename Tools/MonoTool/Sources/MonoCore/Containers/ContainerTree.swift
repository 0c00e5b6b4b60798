package import Basics

/// The containers of a program: their parents, their dependencies and the suppliers.
package struct ContainerTree: Sendable {
  package struct Scope: Sendable {
    package let name: String
    /// The target that declares the container.
    package let target: String
    /// The names of the containers that open it.
    package var parents: [String]
    /// The protocol of what it asks, when it asks for anything.
    package let asks: String?
    package let demands: [Demand]
    /// Values that it cannot be opened without, as `name: Type`.
    package let runtimeValues: [String]
  }

  package struct Demand: Sendable {
    package let name: String
    package let type: String
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
    let containers = index.types.filter { $0.value.isContainer && !$0.value.parameters.isEmpty }
    let places = containers.keys.sorted { ($0.name, $0.target) < ($1.name, $1.target) }
    scopes = places.map { place in
      let parameters = containers[place]?.parameters ?? []
      let asked = parameters.lazy.compactMap { index.scopeProtocol($0.type, in: place.target) }
        .first
      let parents = Self.parents(of: place, in: index, containers: Set(places))
      let conformer = asked.flatMap { asked in
        let all = index.conformers(to: asked)
        let near = parents.map(\.target)
        return all.first { near.contains($0.target) } ?? all.first
      }
      return Scope(
        name: place.name, target: workspace.targets[place.target].label,
        parents: parents.map(\.name), asks: asked?.name,
        demands: asked.map(index.demands)?.map { demand in
          Demand(
            name: demand.name, type: demand.type,
            suppliers: conformer.map { conformer in
              index.suppliers(of: demand.name, from: conformer).map(\.name)
            } ?? [])
        } ?? [],
        runtimeValues: parameters.filter { parameter in
          let type = parameter.type.bareType
          return !type.hasSuffix("Dependencies") && !type.hasSuffix("Container")
        }.map { "\($0.name): \($0.type)" })
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
    let given = (index.types[place]?.parameters ?? []).compactMap {
      index.type($0.type, in: place.target)
    }
    found += given.filter(containers.contains)
    return Set(found).sorted { ($0.name, $0.target) < ($1.name, $1.target) }
  }
}

extension ContainerTree {
  /// The scopes below one another, with what each asks.
  package var text: String {
    var lines: [String] = []
    func show(_ scope: Scope, _ indentation: String, _ path: [String]) {
      lines.append(
        "\(indentation)\(scope.name) (\(scope.target))"
          + scope.runtimeValues.map { ", \($0)" }.joined())
      for demand in scope.demands {
        let from = demand.suppliers.joined(separator: " → ")
        lines.append(
          "\(indentation)  asks \(demand.name): \(demand.type)"
            + (from.isEmpty ? ", which no scope supplies" : " ← \(from)"))
      }
      for child in scopes
      where child.parents.contains(scope.name) && !path.contains(child.name) {
        show(child, indentation + "    ", path + [child.name])
      }
    }
    for scope in scopes where scope.parents.isEmpty { show(scope, "", [scope.name]) }
    return lines.isEmpty ? "There are no containers.\n" : lines.joined(separator: "\n") + "\n"
  }

  package var json: JSON {
    [
      "scopes": .array(
        scopes.map { scope in
          [
            "name": .string(scope.name), "target": .string(scope.target),
            "parents": JSON(scope.parents), "asks": JSON(optional: scope.asks),
            "runtimeValues": JSON(scope.runtimeValues),
            "demands": .array(
              scope.demands.map { demand in
                [
                  "name": .string(demand.name), "type": .string(demand.type),
                  "suppliers": JSON(demand.suppliers),
                ]
              }),
          ]
        })
    ]
  }

  /// One box per scope with its runtime values and with what it asks and who has that; one arrow from
  /// each scope to those that it opens.
  package var picture: Picture {
    let edges = scopes.enumerated().flatMap { child, scope in
      scope.parents.compactMap { parent in
        scopes.firstIndex { $0.name == parent }.map { Picture.Edge(from: $0, to: child) }
      }
    }
    let nodes = scopes.map { scope in
      Picture.Node(
        lines: [scope.name] + scope.runtimeValues
          + scope.demands.map { "asks \($0.name) ← \($0.suppliers.last ?? "nobody")" },
        kind: "container")
    }
    return Picture(nodes: nodes, edges: edges)
  }
}
