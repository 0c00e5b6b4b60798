/// Records exposures and conversions.
public protocol ExposureRecorder: Sendable {
  /// Records an event; it neither waits for a network nor fails the caller.
  func record(_ event: ExperimentEvent)
}

/// Delivers events to the service that counts them.
public protocol EventSender: Sendable {
  /// Delivers a batch; when it returns, the receiver has every event for good.
  ///
  /// A batch may come again after a failure, so the receiver counts each event's `id` once.
  func send(_ events: [ExperimentEvent]) async throws
}

/// The result of a delivery of events.
public struct EventDelivery: Sendable {
  /// Events that the receiver has.
  let delivered: Int
  /// Events that are still queued.
  let waiting: Int
  /// Lines that held no event, and were removed.
  let damaged: Int
  /// Why the delivery stopped early; `nil` when it did not.
  let failure: (any Error)?
}
