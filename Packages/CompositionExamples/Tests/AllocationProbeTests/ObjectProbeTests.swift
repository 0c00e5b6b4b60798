import AllocationProbe
import Testing

/// In a process of its own, because the probe sees the whole program.
@Suite(.enabled(if: AllocationProbe.works, "A sanitizer counts allocations itself."))
struct ObjectProbeTests {
  @Test func `Instances are remembered until they are released`() async {
    await #expect(processExitsWith: .success) {
      ObjectProbe.begin()
      var watched = makeWatched(2)

      #expect(watchedNames(ObjectProbe.created) == 2)
      #expect(watchedNames(ObjectProbe.alive) == 2)
      watched.removeLast()
      #expect(watchedNames(ObjectProbe.created) == 2)
      #expect(watchedNames(ObjectProbe.alive) == 1)

      ObjectProbe.end()
      watched += makeWatched(1)
      #expect(ObjectProbe.created == [])
      #expect(ObjectProbe.overflow == 0)
      withExtendedLifetime(watched) {}
    }
  }
}

private final class Watched {}

/// Keeps the optimizer from placing the instances on the stack.
@inline(never)
private func makeWatched(_ count: Int) -> [Watched] {
  (0..<count).map { _ in Watched() }
}

private func watchedNames(_ types: [String]) -> Int {
  types.count { $0.contains("Watched") }
}
