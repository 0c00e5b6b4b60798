public import FeatureFlags
import Synchronization

extension EventStamps {
  /// Stamps that count: identifiers "1", "2" and so on, at a time that stands still.
  public static func counting(at milliseconds: Int64 = 0) -> EventStamps {
    let counter = Counter()
    return EventStamps(makeID: { counter.next() }, now: { milliseconds })
  }
}

private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> String {
    String(count.add(1, ordering: .relaxed).newValue)
  }
}
