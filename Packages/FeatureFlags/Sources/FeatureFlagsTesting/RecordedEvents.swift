public import FeatureFlags
import Synchronization

/// Keeps events in memory.
public final class RecordedEvents: ExposureRecorder {
  private let recorded = Mutex<[ExperimentEvent]>([])

  public init() {}

  /// Everything that was recorded, in order.
  public var events: [ExperimentEvent] { recorded.withLock { $0 } }

  /// The kinds of the recorded events, in order.
  public var kinds: [ExperimentEvent.Kind] { events.map(\.kind) }

  /// Keeps an event.
  public func record(_ event: ExperimentEvent) {
    recorded.withLock { $0.append(event) }
  }
}
