public import FoundationEssentials

/// The time of day, and waiting for it; injected, so that a test can move it.
public protocol WallClock: Sendable {
  var now: Date { get }

  /// Waits until the duration has passed.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  func sleep(for duration: Duration) async throws
}

extension WallClock {
  /// Repeats a piece of work, each time an interval after the last one, until the task is cancelled
  /// or a condition does not hold any longer.
  @MainActor
  public func repeatedly<Failure: Error>(
    after interval: Duration, while condition: @MainActor () -> Bool = { true },
    _ work: @MainActor () async throws(Failure) -> Void
  ) async throws(Failure) {
    // The only error of a sleep is the cancellation that ends this.
    while condition(), (try? await sleep(for: interval)) != nil { try await work() }
  }
}

/// The clock of the machine.
public struct SystemWallClock: WallClock {
  public init() {}

  public var now: Date { Date() }

  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
