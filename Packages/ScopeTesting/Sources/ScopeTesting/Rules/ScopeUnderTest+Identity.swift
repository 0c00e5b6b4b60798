/// What is shared in a scope is one object, and everything else is another one each time.
@MainActor extension ScopeUnderTest {
  func violationsOfHolding() throws -> [String] {
    let surroundings = try ScopeSurroundings(flags: flags)
    let parent = try makeParent(surroundings.flagScope, surroundings.services)
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
    let container = open(try makeParent(surroundings.flagScope, surroundings.services))
    let held = ObjectGraph(of: container).objects
    if case .factory(let create) = try await maker.make(ScopeStage(container, surroundings)) {
      let (first, second) = (create() as AnyObject, create() as AnyObject)
      if first === second {
        return ["A factory of \(maker.name) creates the same \(typeName(of: first)) twice."]
      }
    }
    let first = try await made(by: maker, in: container, surroundings)
    let second = try await made(by: maker, in: container, surroundings)
    return violations(of: maker, holding: held, first, second)
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
