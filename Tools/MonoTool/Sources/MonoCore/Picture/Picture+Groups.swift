extension Picture {
  /// The groups as nodes, and what each holds.
  struct Groups {
    /// One node for each group, one edge for all between two of them.
    let picture: Picture
    /// In the order of the picture's nodes.
    let members: [(nodes: [Node], edges: [Edge])]
  }

  /// Nodes without a group are a group of their own, with their name.
  var groups: Groups {
    let names = nodes.map { $0.group ?? $0.name }
    let all = Set(names).sorted()
    let place = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
    let groupOf = names.map { place[$0] ?? 0 }
    var between: [Edge: (count: Int, violations: Set<String>)] = [:]
    for edge in edges where groupOf[edge.from] != groupOf[edge.to] {
      let pair = Edge(from: groupOf[edge.from], to: groupOf[edge.to])
      between[pair, default: (0, [])].count += 1
      between[pair]?.violations.formUnion(edge.violations)
    }
    let picture = Picture(
      nodes: all.map { Node(lines: [$0], kind: "group") },
      edges: between.map { edge, what in
        Edge(
          from: edge.from, to: edge.to, violations: what.violations.sorted(), count: what.count)
      })
    let members = all.indices.map { group in
      let inside = nodes.indices.filter { groupOf[$0] == group }
      let position = Dictionary(uniqueKeysWithValues: zip(inside, inside.indices))
      let edges = edges.compactMap { edge -> Edge? in
        guard let from = position[edge.from], let to = position[edge.to] else { return nil }
        return Edge(from: from, to: to, violations: edge.violations)
      }
      return (inside.map { nodes[$0] }, edges)
    }
    return Groups(picture: picture, members: members)
  }
}

extension Workspace {
  /// What each target is drawn together with: its package; in a package with many targets their
  /// folders, or, where all are in the same ones, the last word of their names that three have.
  package var targetGroups: [String] { packages.flatMap(groups) }

  private static let many = 40

  private func groups(of package: Package) -> [String] {
    let own = targets[package.targets]
    if own.count <= Self.many { return own.map { _ in package.name } }
    let folders = own.map { Path.folder(of: $0.folder) }
    if Set(folders).count > 2 { return folders }
    let words = own.map { target in
      let name = target.name.hasSuffix("Tests") ? target.name.dropLast(5) : target.name[...]
      return name.lastIndex(where: \.isUppercase).map { String(name[$0...]) } ?? String(name)
    }
    let counts = words.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    return words.map { word in
      (counts[word] ?? 0) > 2 ? "\(package.name) …\(word)" : "\(package.name), others"
    }
  }
}
