/// Rules about which target may reach which.
extension Checker {
  /// Findings for every shortest path from a source to a goal that enters neither group on its way.
  func paths(
    _ rule: Rule, from sources: Set<Int>, to goals: Set<Int>,
    message: (_ from: String, _ to: String) -> String
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
        return findings(rule, along: path, message: message(label(source), label(goal)))
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
        ? "Remove 'import \(workspace.targets[path[1]].moduleName)' from \(place.file)"
        : "Remove \"\(name)\" from the dependencies of \(label(path[0])) in \(place.file)"
      return Finding(
        rule: rule.name, from: label(path[0]), to: label(path[path.count - 1]), file: place.file,
        line: place.line, message: message,
        path: path.count == 2 ? ["\(label(path[0])) → \(label(path[1]))"] : hops,
        reason: rule.reason,
        remedy: "\(what); declare what it uses of \(name) in a protocol of its own, which who knows"
          + " both answers.",
        edge: TargetEdge(from: path[0], to: path[1]))
    }
  }

  func forbidden(_ rule: Rule) -> [Finding] {
    let sources = workspace.targets(rule.from, except: rule.except)
    return paths(rule, from: sources, to: workspace.targets(rule.to)) {
      "\($0) must not depend on \($1)."
    }
  }

  func independent(_ rule: Rule) -> [Finding] {
    let groups = rule.members.map { workspace.targets([$0]) }
    return groups.indices.flatMap { index -> [Finding] in
      let others = groups.enumerated().filter { $0.offset != index }.flatMap(\.element)
      return paths(rule, from: groups[index], to: Set(others)) {
        "\($0) and \($1) must not know each other."
      }
    }
  }

  func layers(_ rule: Rule) -> [Finding] {
    let groups = rule.layers.map { workspace.targets($0) }
    return groups.indices.flatMap { index -> [Finding] in
      let higher = Set(groups[..<index].joined())
      return paths(rule, from: groups[index], to: higher) {
        "\($0) is in a lower layer than \($1) and must not depend on it."
      }
    }
  }

  func allowed(_ rule: Rule) -> [Finding] {
    let sources = workspace.targets(rule.from, except: rule.except)
    let goals = workspace.targets(rule.to)
    let names = rule.to.map(\.text).joined(separator: ", ")
    return sources.sorted().flatMap { source -> [Finding] in
      let package = workspace.targets[source].package
      let wrong = evidence.graph.successors[source].filter {
        workspace.targets[$0].package != package && !goals.contains($0)
      }
      return wrong.flatMap { target in
        findings(
          rule, along: [source, target],
          message: "\(label(source)) may depend on "
            + "\(names.isEmpty ? "nothing else here" : "\(names) only"), not on \(label(target)).")
      }
    }
  }

  func acyclic(_ rule: Rule) -> [Finding] {
    evidence.graph.cycles.compactMap { cycle in
      // The shortest way round from the first member back to it.
      let start = cycle[0]
      let ways = evidence.graph.successors[start].filter { cycle.contains($0) }
        .compactMap { evidence.graph.shortestPath(from: $0, to: start) }
      guard let way = ways.min(by: { $0.count < $1.count }),
        let place = evidence.places(from: start, to: way[0]).first
      else { return nil }
      let names = ([start] + way).map(label)
      return Finding(
        rule: rule.name, from: names[0], to: names[1], file: place.file, line: place.line,
        message: "\(names[0]) depends on itself.", path: [names.joined(separator: " → ")],
        reason: rule.reason,
        remedy: "Move what \(names[0]) and \(names[1]) share into a target below both, or let"
          + " \(names[0]) declare a protocol that \(names[1]) conforms to.",
        edge: TargetEdge(from: start, to: way[0]))
    } + packageCycles(rule)
  }

  /// Packages that name each other, whether or not their targets do.
  private func packageCycles(_ rule: Rule) -> [Finding] {
    let folders = workspace.packages.map(\.folder)
    let graph = DirectedGraph(
      successors: workspace.packages.map { $0.neighbors.compactMap(folders.firstIndex) })
    let inTargets = Set(evidence.graph.cycles.joined().map { workspace.targets[$0].package })
    return graph.cycles.filter { inTargets.isDisjoint(with: $0) }.map { cycle in
      let names = cycle.map { workspace.packages[$0].name }
      return Finding(
        rule: rule.name, from: names[0], to: names[names.count - 1],
        file: workspace.packages[cycle[0]].manifestPath, line: 1,
        message: "The packages \(names.joined(separator: ", ")) depend on each other.",
        path: [(names + [names[0]]).joined(separator: " → ")], reason: rule.reason,
        remedy: "Remove .package(path:) of \(names[names.count - 1]) from"
          + " \(workspace.packages[cycle[0]].manifestPath), or of \(names[0]) from the other.")
    }
  }

  /// A finding for each package, or target of a package named in part, that no rule gives a place.
  func exhaustive(_ rule: Rule) -> [Finding] {
    let placed = workspace.targets(rules.rules.flatMap(\.placed).filter { !$0.isWildcard })
    let all = rule.among.isEmpty ? Set(workspace.targets.indices) : workspace.targets(rule.among)
    let wanted = all.subtracting(workspace.targets(rule.except)).filter { !workspace.isTest($0) }
    let missing = Dictionary(grouping: wanted.subtracting(placed).sorted()) {
      workspace.targets[$0].package
    }
    return missing.sorted { $0.key < $1.key }.flatMap { index, targets -> [Finding] in
      let package = workspace.packages[index]
      let isWhole = package.targets.allSatisfy { !wanted.contains($0) || !placed.contains($0) }
      if isWhole, package.targets.count > 1 || workspace.packages.count > 1 {
        return [unplaced(rule, package.name, package.manifestPath, line: 1, "\(package.name)/*")]
      }
      return targets.map { target in
        unplaced(
          rule, label(target), package.manifestPath, line: manifests.line(in: target),
          workspace.qualifiedName(target))
      }
    }
  }

  private func unplaced(
    _ rule: Rule, _ name: String, _ file: String, line: Int, _ selector: String
  ) -> Finding {
    Finding(
      rule: rule.name, from: name, to: "", file: file, line: line,
      message: "No rule says where \(name) belongs.", reason: rule.reason,
      remedy: "Add \"\(selector)\" to a rule of kind layers, allowed or independent in"
        + " \(rules.path ?? "the rules file"), or to 'except' of \(rule.name).")
  }
}
