/// The scopes of the targets that end up in products: not those of tests, fakes and previews.
struct ScopeIndex {
  /// A declaration with the target that holds it.
  struct Place: Hashable {
    let target: Int
    let name: String
  }

  private(set) var protocols: [Place: ScopeProtocol] = [:]
  private(set) var types: [Place: ScopeType] = [:]
  private let workspace: Workspace

  /// - Parameter targets: Where to look; tests, fakes and previews among them are left out.
  init(workspace: Workspace, targets: Set<Int>) throws {
    self.workspace = workspace
    let chosen = targets.sorted().filter { index in
      let target = workspace.targets[index]
      return (target.kind == .library || target.kind == .executable)
        && !target.name.hasSuffix("Testing") && !target.name.hasSuffix("-preview")
    }
    let files = chosen.flatMap { target in
      workspace.swiftFiles(of: target).map { (target, $0) }
    }
    let root = workspace.root
    let scanned = try parallelMap(files.map(\.1)) { file in
      let source = Files.read(Path.join(root, file)) ?? []
      let matters = source.contains("Dependencies") || source.contains("Container")
      return matters ? ScopeScanner.scan(source) : ([], [])
    }
    for ((target, _), found) in zip(files, scanned) {
      for item in found.0 { protocols[Place(target: target, name: item.name)] = item }
      for item in found.1 {
        types[Place(target: target, name: item.name), default: ScopeType(name: item.name)]
          .merge(item)
      }
    }
  }

  /// The type that a name means in a target: its own, or one of a dependency.
  func type(_ name: String, in target: Int) -> Place? {
    place(name, in: target) { types[$0] != nil }
  }

  func scopeProtocol(_ name: String, in target: Int) -> Place? {
    place(name, in: target) { protocols[$0] != nil }
  }

  private func place(_ name: String, in target: Int, where exists: (Place) -> Bool) -> Place? {
    // "Core.UserSession" names the module, too.
    let bare = String(name.bareType.split(separator: ".").last ?? "")
    return ([target] + workspace.graph.successors[target]).lazy
      .map { Place(target: $0, name: bare) }.first(where: exists)
  }

  /// The types that conform to a protocol, in a fixed order.
  func conformers(to wanted: Place) -> [Place] {
    types.filter { place, type in
      type.conformances.contains { scopeProtocol($0, in: place.target) == wanted }
    }.keys.sorted { ($0.name, $0.target) < ($1.name, $1.target) }
  }

  /// The types that create a value of a type, in a fixed order.
  func creators(of wanted: Place) -> [Place] {
    types.filter { place, type in
      type.calls.contains(wanted.name) && self.type(wanted.name, in: place.target) == wanted
        && place != wanted
    }.keys.sorted { ($0.name, $0.target) < ($1.name, $1.target) }
  }

  /// Everything a protocol asks, its inherited protocols included.
  func demands(of place: Place) -> [ScopeProtocol.Demand] {
    guard let found = protocols[place] else { return [] }
    return found.inherited.compactMap { scopeProtocol($0, in: place.target) }.flatMap(demands)
      + found.demands
  }

  /// The types that one after the other pass a demand on, from who answers to who has it.
  func suppliers(of demand: String, from place: Place, depth: Int = 0) -> [Place] {
    guard depth < 8, let expression = types[place]?.computed[demand] else { return [place] }
    let parts = expression.split(separator: ".").map(String.init)
    guard parts.count > 1, parts.allSatisfy(\.isIdentifier) else { return [place] }
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

extension String {
  fileprivate var isIdentifier: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
