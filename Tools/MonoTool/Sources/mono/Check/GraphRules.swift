/// Rules about which target may reach which.
extension Checker {
  /// Findings for every shortest path from a source to a goal that enters neither group on its way.
  private func paths(
    _ rule: Rule, from sources: Set<Int>, to goals: Set<Int>
  ) -> [Finding] {
    let goals = goals.subtracting(sources)
    return sources.sorted().flatMap { source -> [Finding] in
      // A goal is entered but not left, and other sources answer for themselves.
      let open = DirectedGraph(
        successors: evidence.graph.successors.indices.map { node in
          node != source && (goals.contains(node) || sources.contains(node))
            ? [] : evidence.graph.successors[node]
        })
      let tree = open.shortestPaths(from: [source]) { !sources.contains($0) }
      return goals.sorted().flatMap { goal -> [Finding] in
        guard let path = tree.path(to: goal) else { return [] }
        return findings(
          rule, along: path, message: "\(label(source)) must not depend on \(label(goal)).")
      }
    }
  }

  /// One finding for each place of a direct dependency, one for the first hop of a longer path.
  private func findings(_ rule: Rule, along path: [Int], message: String) -> [Finding] {
    let places = evidence.places(from: path[0], to: path[1])
    let hops = zip(path, path.dropFirst()).map { from, to in
      let place = evidence.places(from: from, to: to)[0]
      return "\(label(from)) → \(label(to)) (\(place.file):\(place.line))"
    }
    return (path.count == 2 ? places : [places[0]]).map { place in
      let name = label(path[1])
      let what =
        place.isImport
        ? "Remove 'import \(workspace[path[1]].moduleName)' from \(place.file)"
        : "Remove \"\(name)\" from the dependencies of \(label(path[0])) in \(place.file)"
      return rule.finding(
        place.file, place.line, from: label(path[0]), to: label(path[path.count - 1]), message,
        path: hops,
        edge: TargetEdge(from: path[0], to: path[1]),
        fix: "\(what); declare what it uses of \(name) in a protocol of its own, which who knows"
          + " both answers.")
    }
  }

  func forbidden(_ rule: Rule) -> [Finding] {
    let sources = workspace.targets(rule.from, except: rule.except)
    return paths(rule, from: sources, to: workspace.targets(rule.to))
  }

  func independent(_ rule: Rule) -> [Finding] {
    let groups = rule.members.map { workspace.targets([$0]) }
    return groups.indices.flatMap { index in
      let others = groups.enumerated().filter { $0.offset != index }.flatMap(\.element)
      return paths(rule, from: groups[index], to: Set(others))
    }
  }

  func layers(_ rule: Rule) -> [Finding] {
    let groups = rule.layers.map { workspace.targets($0) }
    return groups.indices.flatMap { index in
      paths(rule, from: groups[index], to: Set(groups[..<index].joined()))
    }
  }

  func allowed(_ rule: Rule) -> [Finding] {
    let sources = workspace.targets(rule.from, except: rule.except)
    let goals = workspace.targets(rule.to)
    let names = rule.to.map(\.text).joined(separator: ", ")
    let only = names.isEmpty ? "nothing else here" : "\(names) only"
    return sources.sorted().flatMap { source in
      evidence.graph.successors[source].filter {
        workspace[$0].package != workspace[source].package && !goals.contains($0)
      }.flatMap { target in
        findings(
          rule, along: [source, target],
          message: "\(label(source)) may depend on \(only), not on \(label(target)).")
      }
    }
  }

  func acyclic(_ rule: Rule) -> [Finding] {
    evidence.graph.cycles.compactMap { cycle in
      // The shortest way round from the first member back to it.
      let start = cycle[0]
      let ways = evidence.graph.successors[start].filter { cycle.contains($0) }
        .compactMap { evidence.graph.shortestPaths(from: [$0]).path(to: start) }
      guard let way = ways.min(by: { $0.count < $1.count }),
        let place = evidence.places(from: start, to: way[0]).first
      else { return nil }
      let names = ([start] + way).map(label)
      return rule.finding(
        place.file, place.line, from: names[0], to: names[1], "\(names[0]) depends on itself.",
        path: [names.joined(separator: " → ")], edge: TargetEdge(from: start, to: way[0]),
        fix: "Move what \(names[0]) and \(names[1]) share into a target below both, or let"
          + " \(names[0]) declare a protocol that \(names[1]) conforms to.")
    }
  }

  /// A finding for each target that no rule gives a place.
  func exhaustive(_ rule: Rule) -> [Finding] {
    let placed = rules.rules.flatMap(\.placed) + rule.except
    let wanted = Set(workspace.targets.indices).subtracting(workspace.targets(placed))
    return wanted.filter { !workspace.isTest($0) }.map { target in
      rule.finding(
        manifestPath(of: target), workspace.manifestLine(in: target), from: label(target), to: "",
        "No rule says where \(label(target)) belongs.",
        fix: "Add \"\(workspace.package(of: target).name)/*\" to a rule of kind layers, allowed or"
          + " independent in \(rules.path ?? "the rules file"), or to 'except' of \(rule.name).")
    }
  }
}
