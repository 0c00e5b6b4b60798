import Glibc

/// The time that rules see as `$flagd.timestamp`.
public struct UnixClock: Sendable {
  /// Seconds since 1970-01-01 00:00 UTC, whole.
  public let now: @Sendable () -> Int

  /// Creates a clock from a function that returns the seconds since 1970.
  public init(now: @escaping @Sendable () -> Int) {
    self.now = now
  }

  /// The machine's clock.
  public static let system = UnixClock { time(nil) }

  /// A clock with a fixed time.
  public static func fixed(at seconds: Int) -> UnixClock {
    UnixClock { seconds }
  }
}
