import Basics
import Glibc

/// Creates events with unique identifiers and timestamps.
public struct EventFactory: Sendable {
  /// Returns a unique identifier.
  public let makeID: @Sendable () -> String
  /// Milliseconds since 1970-01-01 00:00 UTC.
  public let now: @Sendable () -> Int64

  /// Creates a factory from a source of identifiers and a clock.
  public init(
    makeID: @escaping @Sendable () -> String, now: @escaping @Sendable () -> Int64
  ) {
    self.makeID = makeID
    self.now = now
  }

  /// 128 random bits in hexadecimal digits, and the machine's clock.
  public static let system = EventFactory(
    makeID: {
      withUnsafeBytes(of: UInt128.random(in: 0 ... .max), Hexadecimal.encode)
    },
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
    ExperimentEvent(
      id: id ?? makeID(), subject: subject, milliseconds: time ?? now(), kind: kind)
  }
}
