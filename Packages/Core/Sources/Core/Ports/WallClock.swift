public import FoundationEssentials

/// The time of day, and waiting for it; injected, so that a test can move it.
public protocol WallClock: Sendable {
  var now: Date { get }

  /// Waits until the duration has passed; throws `CancellationError` if the task is cancelled first.
  func sleep(for duration: Duration) async throws
}

extension WallClock {
  /// Repeats a piece of work, each time an interval after the last one, until the task is cancelled.
  @MainActor
  public func repeatedly(after interval: Duration, _ work: @MainActor () async -> Void) async {
    // The only error of a sleep is the cancellation that ends this.
    while (try? await sleep(for: interval)) != nil { await work() }
  }
}

/// The clock of the machine.
public struct SystemWallClock: WallClock {
  public init() {}

  public var now: Date { Date() }

  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
