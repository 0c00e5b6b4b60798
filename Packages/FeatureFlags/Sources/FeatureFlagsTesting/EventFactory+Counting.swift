public import FeatureFlags
import Synchronization

extension EventFactory {
  /// Creates events with the identifiers "1", "2" and so on and a fixed timestamp.
  public static func counting(at milliseconds: Int64 = 0) -> EventFactory {
    let counter = Counter()
    return EventFactory(makeID: { counter.next() }, now: { milliseconds })
  }
}

private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> String {
    String(count.add(1, ordering: .relaxed).newValue)
  }
}
