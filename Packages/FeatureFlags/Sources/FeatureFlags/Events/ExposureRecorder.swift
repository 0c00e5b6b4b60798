import Basics
import Glibc

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

/// Creates events with unique identifiers and timestamps.
public struct EventFactory: Sendable {
  public let makeID: @Sendable () -> String
  /// Milliseconds since 1970-01-01 00:00 UTC.
  public let now: @Sendable () -> Int64

  public init(makeID: @escaping @Sendable () -> String, now: @escaping @Sendable () -> Int64) {
    self.makeID = makeID
    self.now = now
  }

  /// 128 random bits in hexadecimal digits, and the machine's clock.
  public static let system = EventFactory(
    makeID: { withUnsafeBytes(of: UInt128.random(in: 0 ... .max), Hexadecimal.encode) },
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)  // Cannot fail for this clock.
      return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    })

  /// An event that happens now, or at another time in milliseconds since 1970-01-01 00:00 UTC.
  ///
  /// One that is given an identifier counts once, however often it is recorded.
  public func event(
    _ kind: ExperimentEvent.Kind, subject: String, id: String? = nil, at time: Int64? = nil
  ) -> ExperimentEvent {
    ExperimentEvent(id: id ?? makeID(), subject: subject, milliseconds: time ?? now(), kind: kind)
  }
}
