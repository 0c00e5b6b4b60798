@testable import FeatureFlags
import Synchronization
import Testing

struct AtomicSnapshotTests {
  /// Counts how many of its kind are alive.
  private final class Probe: Sendable {
    let number: Int
    let alive: Alive

    init(_ number: Int, _ alive: Alive) {
      self.number = number
      self.alive = alive
      alive.count.add(1, ordering: .sequentiallyConsistent)
    }

    deinit {
      alive.count.subtract(1, ordering: .sequentiallyConsistent)
    }
  }

  private final class Alive: Sendable {
    let count = Atomic<Int>(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }
  }

  @Test func `The value is the last one, and replaced ones are released`() {
    let alive = Alive()
    let snapshot = AtomicSnapshot(Probe(1, alive))

    snapshot.replace(with: Probe(2, alive))
    snapshot.replace(with: Probe(3, alive))

    #expect(snapshot.value.number == 3)
    #expect(alive.value == 1)
  }

  @Test func `Nothing is alive after the snapshot`() {
    let alive = Alive()

    do {
      let snapshot = AtomicSnapshot(Probe(1, alive))
      snapshot.replace(with: Probe(2, alive))
    }

    #expect(alive.value == 0)
  }

  @Test func `Readers see whole values in order while one side replaces them`() async {
    let alive = Alive()
    let snapshot = AtomicSnapshot(Probe(0, alive))

    let isOrdered = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var last = 0
          for _ in 0..<50_000 {
            let number = snapshot.value.number
            if number < last { return false }
            last = number
          }
          return true
        }
      }
      group.addTask {
        for number in 1...5_000 { snapshot.replace(with: Probe(number, alive)) }
        return true
      }
      return await group.reduce(true) { $0 && $1 }
    }

    #expect(isOrdered)
    #expect(snapshot.value.number == 5_000)
    snapshot.replace(with: Probe(-1, alive))
    #expect(alive.value == 1)
  }
}
