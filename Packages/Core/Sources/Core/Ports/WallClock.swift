public import FoundationEssentials

/// The time of day, the time that passes, and waiting for it; injected, so that a test can move them.
public protocol WallClock: Sendable {
  /// The time of day, for what is stored or shown; it steps when the machine's clock is set.
  var now: Date { get }

  /// A time that only passes, whatever the machine's clock is set to: for durations, limits and caches
  /// of this process. Only differences count, so it is neither stored nor shown.
  var steadyNow: Date { get }

  /// Waits until the duration has passed; throws `CancellationError` if the task is cancelled first.
  func sleep(for duration: Duration) async throws
}

extension WallClock {
  /// The default, for a clock that nobody sets.
  public var steadyNow: Date { now }

  /// Repeats a piece of work, each time an interval after the last one, until the task is cancelled.
  @MainActor
  public func repeatedly(after interval: Duration, _ work: @MainActor () async -> Void) async {
    // The only error of a sleep is the cancellation that ends this.
    while (try? await sleep(for: interval)) != nil { await work() }
  }
}

/// The clock of the machine.
public struct SystemWallClock: WallClock {
  private static let start = ContinuousClock.now

  public init() {}

  public var now: Date { Date() }

  public var steadyNow: Date {
    Date(timeIntervalSinceReferenceDate: Self.start.duration(to: .now) / .seconds(1))
  }

  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
