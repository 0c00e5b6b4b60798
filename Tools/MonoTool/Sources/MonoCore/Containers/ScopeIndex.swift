/// The scopes of the targets that end up in products: not those of tests, fakes and previews.
struct ScopeIndex {
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
  private var aliases: [Place: String] = [:]
  /// The makers of values of each type.
  private var creators: [Place: Set<Place>] = [:]
  /// For each target those where a name is looked for, by their modules.
  private let modules: [String: [Int]]

  /// - Parameter targets: Where to look; tests, fakes and previews among them are left out.
  init(workspace: Workspace, targets: Set<Int>) throws {
    self.workspace = workspace
    modules = Dictionary(grouping: workspace.targets.indices) { workspace.targets[$0].moduleName }
    let chosen = targets.sorted().filter { index in
      let target = workspace.targets[index]
      return (target.kind == .library || target.kind == .executable)
        && !target.name.hasSuffix("Testing") && !target.name.hasSuffix("-preview")
    }
    let paths = chosen.flatMap { target in
      workspace.swiftFiles(of: target).map { (target: target, path: $0) }
    }
    let sources = try workspace.sources(paths.map(\.path))
    let facts = try workspace.facts.facts("scopes", of: sources, read: ScopeScanner.scan)
    let files = zip(paths.map(\.target), facts)
    for (target, file) in files {
      for item in file.protocols { protocols[Place(target: target, name: item.name)] = item }
      for item in file.types {
        types[Place(target: target, name: item.name), default: ScopeType(name: item.name)]
          .merge(item)
      }
      for (alias, name) in file.aliases { aliases[Place(target: target, name: alias)] = name }
    }
    for (target, file) in files {
      for item in file.types {
        let place = Place(target: target, name: item.name)
        for made in item.creations.compactMap({ made(by: $0, in: place, file.imports) })
        where made != place {
          creators[made, default: []].insert(place)
        }
      }
    }
  }

  /// Everything that makes one of these, or makes what makes one.
  func ancestors(of places: Set<Place>) -> Set<Place> {
    var seen = places
    var pending = Array(places)
    while let next = pending.popLast() {
      for creator in creators[next] ?? [] where seen.insert(creator).inserted {
        pending.append(creator)
      }
    }
    return seen
  }

  private func made(
    by creation: ScopeType.Creation, in place: Place, _ imports: [String]
  ) -> Place? {
    switch creation {
    case .named(let name): return type(name, in: place.target, imports)
    case .property(let name):
      return types[place]?.stored[name].flatMap { type($0, in: place.target, imports) }
    case .argument(let call, let label):
      guard let called = type(call, in: place.target, imports),
        let parameter = types[called]?.parameters.first(where: { $0.name == label })
      else { return nil }
      return type(parameter.type, in: called.target)
    }
  }

  /// The type that a name means: the target's own, or of a dependency, first of the file's imports.
  func type(_ name: String, in target: Int, _ imports: [String] = []) -> Place? {
    let found = place(name, in: target, imports) { types[$0] != nil || aliases[$0] != nil }
    guard let found, types[found] == nil, let meaning = aliases[found], meaning != name else {
      return found
    }
    return type(meaning, in: found.target)
  }

  func scopeProtocol(_ name: String, in target: Int) -> Place? {
    place(name, in: target, []) { protocols[$0] != nil }
  }

  private func place(
    _ name: String, in target: Int, _ imports: [String], where exists: (Place) -> Bool
  ) -> Place? {
    let parts = name.bareType.split(separator: ".").map(String.init)
    guard let bare = parts.last else { return nil }
    let near = [target] + workspace.graph.successors[target]
    // "Core.UserSession" names the module, too.
    let named = parts.count > 1 ? (modules[parts[0]] ?? []).filter(near.contains) : []
    if !named.isEmpty {
      return named.map { Place(target: $0, name: bare) }.first(where: exists)
    }
    let imported = near.dropFirst().filter { imports.contains(workspace.targets[$0].moduleName) }
    return ([target] + imported + near).lazy.map { Place(target: $0, name: bare) }
      .first(where: exists)
  }

  /// The types that conform to a protocol, in a fixed order.
  func conformers(to wanted: Place) -> [Place] {
    types.filter { place, type in
      type.conformances.contains { scopeProtocol($0, in: place.target) == wanted }
    }.keys.sorted()
  }

  /// The types and functions that create a value of a type, in a fixed order.
  func creators(of wanted: Place) -> [Place] { creators[wanted, default: []].sorted() }

  /// Everything a protocol asks, its inherited protocols included.
  func demands(of place: Place) -> [TypedName] {
    guard let found = protocols[place] else { return [] }
    return found.inherited.compactMap { scopeProtocol($0, in: place.target) }.flatMap(demands)
      + found.demands
  }

  /// The types that one after the other pass a demand on, from who answers to who has it.
  func suppliers(of demand: String, from place: Place, depth: Int = 0) -> [Place] {
    guard depth < 8, let expression = types[place]?.computed[demand] else { return [place] }
    let parts = expression.split(separator: ".").map(String.init)
    guard parts.count > 1 else { return [place] }
    // "container.parent.clock": the clock of the parent of the container.
    var owner = place
    for part in parts.dropLast() {
      guard let type = types[owner]?.stored[part]?.bareType else { return [place] }
      if let next = self.type(type, in: owner.target) {
        owner = next
      } else if let asked = scopeProtocol(type, in: owner.target),
        let above = conformers(to: asked).first
      {
        // A value of a type's own dependencies is supplied by the type that conforms to them.
        owner = above
      } else {
        return [place]
      }
    }
    if owner == place { return [place] }
    return [place] + suppliers(of: parts[parts.count - 1], from: owner, depth: depth + 1)
  }
}
