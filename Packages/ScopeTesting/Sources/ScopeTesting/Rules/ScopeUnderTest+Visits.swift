import Terminal

/// Who comes again finds what one finds who comes for the first time, and of each thing one.
@MainActor extension ScopeUnderTest {
  func violationsOfVisits(_ maker: Maker<Container>) async throws -> [String] {
    let surroundings = try ScopeSurroundings(flags: flags)
    let parent = try makeParent(surroundings)
    let container = open(parent)
    let first = try await walk(maker, in: container, surroundings)
    let second = try await walk(maker, in: container, surroundings)
    // Compared with another scope, as the cloud may have changed.
    let other = try await walk(maker, in: open(parent), surroundings)
    let several = first.doubled.map { $0.split(separator: ".").last.map(String.init) ?? $0 }
      .filter { !self.several.contains($0) }.sorted().map {
        "On \(maker.name) there are several objects of \($0) at once: which of them is right?"
      }
    // A command prints what its scope holds, and what it did there before.
    guard !first.isCommand else { return several }
    let differences = zip(second.encounters, other.encounters).first { $0.text != $1.text }
    guard let (again, new) = differences else { return several }
    return several + [
      """
      The second visit of \(maker.name) shows \(again.moment) what the first one has left:
      \(again.text)
      instead of:
      \(new.text)
      """
    ]
  }

  private func walk(
    _ maker: Maker<Container>, in container: Container, _ surroundings: ScopeSurroundings
  ) async throws -> Walk<Container> {
    var walk = Walk(maker, on: ScopeStage(container, surroundings), surroundings)
    try await walk.run()
    return walk
  }
}
