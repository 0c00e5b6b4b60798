import Terminal

/// Proofs that a shared object of a scope is one, and everything else another one each time.
@MainActor extension ScopeUnderTest {
  func violationsOfHolding() throws -> [String] {
    guard String(reflecting: Container.self).hasPrefix("\(module).") else {
      return ["'\(module)' is not the module of \(String(reflecting: Container.self))."]
    }
    let surroundings = try ScopeSurroundings(flags: flags)
    let parent = try makeParent(surroundings)
    let inherited = ObjectGraph(of: parent).objects
    let held = ObjectGraph(of: open(parent), except: inherited).objects
      .filter { String(reflecting: type(of: $0)).hasPrefix("\(module).") }.map(typeName)
    let missing = holds.filter { !held.contains($0) }.map {
      "\(Container.self) holds no \($0), so that each who asks for one gets another."
    }
    let unlisted = Set(held).subtracting(holds).sorted().map {
      "\(Container.self) holds a \($0), which is not listed in 'holds'."
    }
    let doubled = Set(held.filter { name in held.count { $0 == name } > 1 }).sorted().map {
      "\(Container.self) holds more than one \($0)."
    }
    return missing + unlisted + doubled
  }

  func violationsOfIdentity(_ maker: Maker<Container>) async throws -> [String] {
    let surroundings = try ScopeSurroundings(flags: flags)
    let container = open(try makeParent(surroundings))
    let held = ObjectGraph(of: container).objects
    let repeated = try await repetitions(of: maker, in: container, holding: held, surroundings)
    guard repeated.isEmpty else { return repeated }
    let first = try await made(by: maker, in: container, surroundings)
    let second = try await made(by: maker, in: container, surroundings)
    return violations(of: maker, holding: held, first, second)
  }

  /// The objects that a factory, or an entry of a menu, makes once instead of each time.
  private func repetitions(
    of maker: Maker<Container>, in container: Container, holding held: [AnyObject],
    _ surroundings: ScopeSurroundings
  ) async throws -> [String] {
    let stage = ScopeStage(container, surroundings)
    switch try await maker.make(stage) {
    case .factory(let create):
      let (first, second) = (create() as AnyObject, create() as AnyObject)
      return first === second
        ? ["A factory of \(maker.name) creates the same \(typeName(of: first)) twice."] : []
    case .object(let items as [MenuItem]):
      return items.flatMap { item in
        let (first, second) = (screen(of: item, stage), screen(of: item, stage))
        let kept = second.objects.filter { object in
          first.objects.contains { $0 === object } && !held.contains { $0 === object }
        }
        return kept.map { "An entry of \(maker.name) opens the same \(typeName(of: $0)) twice." }
      }
    case .object, .flow, .scene, .command: return []
    }
  }

  private func screen(of item: MenuItem, _ stage: ScopeStage<Container>) -> ObjectGraph {
    defer { stage.navigator.close() }
    let action = item.action(in: stage.navigator)
    [action].perform(action.key)
    return ObjectGraph(of: stage.navigator.top as Any, except: stage.given)
  }

  private func made(
    by maker: Maker<Container>, in container: Container, _ surroundings: ScopeSurroundings
  ) async throws -> [AnyObject] {
    var walk = Walk(maker, on: ScopeStage(container, surroundings), surroundings)
    try await walk.run()
    return walk.made
  }

  private func violations(
    of maker: Maker<Container>, holding held: [AnyObject], _ first: [AnyObject],
    _ second: [AnyObject]
  ) -> [String] {
    let new = first.filter { object in !held.contains { $0 === object } }
    let foreign = new.filter { object in held.contains { type(of: $0) == type(of: object) } }
    let kept = new.filter { object in second.contains { $0 === object } }
    return Set(foreign.map(typeName)).sorted().map {
      "\(maker.name) uses another \($0) than the one that the scope holds."
    }
      + Set(kept.map(typeName)).sorted().map {
        "Two calls of \(maker.name) share a \($0), which the scope does not hold."
      }
  }
}
