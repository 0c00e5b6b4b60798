public import FoundationEssentials

/// The time of day, and waiting for it; injected, so that a test can move it.
public protocol WallClock: Sendable {
  var now: Date { get }

  /// Waits until the duration has passed.
  ///
  /// - Throws: `CancellationError` when the task is cancelled first.
  func sleep(for duration: Duration) async throws
}

/// The clock of the machine.
public struct SystemWallClock: WallClock {
  /// Creates the machine's clock.
  public init() {}

  public var now: Date { Date() }

  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: duration)
  }
}
