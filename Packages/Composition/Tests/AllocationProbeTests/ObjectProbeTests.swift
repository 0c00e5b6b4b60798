import AllocationProbe
import Testing

/// One test, because the probe sees the whole program.
@Suite(.enabled(if: AllocationProbe.works))
struct ObjectProbeTests {
  private final class Watched {}

  @Test func `Instances are remembered until they are released`() {
    ObjectProbe.begin()
    defer { ObjectProbe.end() }
    let kept = Watched()
    var released: Watched? = Watched()

    #expect(names(ObjectProbe.created).count == 2)
    #expect(names(ObjectProbe.alive).count == 2)
    #expect(released != nil)
    released = nil
    #expect(names(ObjectProbe.created).count == 2)
    #expect(names(ObjectProbe.alive).count == 1)
    withExtendedLifetime(kept) {}
  }

  private func names(_ types: [String]) -> [String] {
    types.filter { $0.contains("Watched") }
  }
}
