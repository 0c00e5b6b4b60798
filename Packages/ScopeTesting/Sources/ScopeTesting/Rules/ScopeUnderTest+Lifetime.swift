import CompositionTesting

/// Nothing outlives its scope, and no scope its parent.
@MainActor extension ScopeUnderTest {
  func violationsOfLifetime(_ maker: Maker<Container>) async throws -> [String] {
    let surroundings = try ScopeSurroundings(flags: flags)
    var parent: Parent? = try makeParent(surroundings)
    let found = try await violations(of: maker, inAndAfterScopeOf: &parent, surroundings)
    parent = nil
    let alive = surroundings.scopesAlive
    guard found.isEmpty, !alive.isEmpty else { return found }
    return ["After \(maker.name) the scopes \(alive) outlive the parent."]
  }

  private func violations(
    of maker: Maker<Container>, inAndAfterScopeOf parent: inout Parent?,
    _ surroundings: ScopeSurroundings
  ) async throws -> [String] {
    guard let scopeParent = parent else { return [] }
    let outside = surroundings.scopesAlive
    var watch = ObjectWatch()
    var container: Container? = open(scopeParent)
    if let container {
      let inherited = ObjectGraph(of: scopeParent).objects
      for object in ObjectGraph(of: container, except: inherited).objects { watch.watch(object) }
      let found = try await violations(of: maker, in: container, scopeParent, surroundings)
      guard found.isEmpty else { return found }
    }
    container = nil
    _ = await runOthers { watch.survivors.isEmpty && surroundings.scopesAlive == outside }
    return watch.survivors.map { "After \(maker.name) its \($0) outlives the closed scope." }
      + (surroundings.scopesAlive == outside
        ? [] : ["After \(maker.name) the closed scope is alive: \(surroundings.scopesAlive)."])
  }

  /// Uses a scope, then a second one that is opened and closed in between, then the first one again.
  private func violations(
    of maker: Maker<Container>, in first: Container, _ parent: Parent,
    _ surroundings: ScopeSurroundings
  ) async throws -> [String] {
    for isSecond in [false, true, false] {
      let container = isSecond ? open(parent) : first
      let found = try await violationsAfterUse(of: maker, in: container, parent, surroundings)
      guard found.isEmpty else { return found }
    }
    return []
  }

  /// Leaves after some steps of the walk, by going back and by leaving all screens at once.
  func violationsOfLeaving(_ maker: Maker<Container>, after count: Int) async throws -> [String] {
    for way in [Leaving.back, .quit] {
      let surroundings = try ScopeSurroundings(flags: flags)
      let parent = try makeParent(surroundings)
      var early = maker
      early.walk = Array(maker.walk.prefix(count))
      let found = try await violationsAfterUse(
        of: early, in: open(parent), parent, surroundings, leaving: way)
      guard found.isEmpty else {
        return found.map { "\($0) The walk ended after \(count) steps by '\(way)'." }
      }
    }
    return []
  }

  private func violationsAfterUse(
    of maker: Maker<Container>, in container: Container, _ parent: Parent,
    _ surroundings: ScopeSurroundings, leaving: Leaving = .quit
  ) async throws -> [String] {
    let open = surroundings.scopesAlive
    let watch = try await use(maker, in: container, parent, surroundings, leaving)
    _ = await runOthers {
      watch.survivors.isEmpty && surroundings.sleepers == 0 && surroundings.scopesAlive == open
    }
    var found = watch.survivors.map { "\($0) is alive after \(maker.name) was left." }
    if surroundings.sleepers > 0 {
      found.append("A task goes on after \(maker.name) was left: it waits for time to pass.")
    }
    if surroundings.scopesAlive != open {
      found.append("After \(maker.name) was left, a scope of it is alive.")
    }
    return found
  }

  private func use(
    _ maker: Maker<Container>, in container: Container, _ parent: Parent,
    _ surroundings: ScopeSurroundings, _ leaving: Leaving
  ) async throws -> ObjectWatch {
    let scope: [Any] = [parent, container]
    let known = Set(ObjectGraph(of: scope).objects.map(ObjectIdentifier.init))
    var walk = Walk(maker, on: ScopeStage(container, surroundings), surroundings)
    walk.leaving = leaving
    try await walk.run()
    var watch = ObjectWatch()
    for object in walk.made where !known.contains(ObjectIdentifier(object)) { watch.watch(object) }
    return watch
  }
}
