public import BasicsTesting
public import Core
public import FoundationEssentials
import Synchronization

/// A clock that changes only when a test advances it.
public final class ManualWallClock: WallClock {
  private let start: Mutex<Date>
  private let clock: ManualClock

  /// Creates a clock; without a time it shows 2026-01-01T00:00:00Z.
  public init(
    now: Date = Date(timeIntervalSince1970: 1_767_225_600), file: String = #fileID,
    line: Int = #line
  ) {
    start = Mutex(now)
    clock = ManualClock("wall clock", file: file, line: line)
  }

  /// Creates a clock that shows 2026-01-01T00:00:00Z and moves with another one.
  public init(_ clock: ManualClock) {
    start = Mutex(Date(timeIntervalSince1970: 1_767_225_600))
    self.clock = clock
  }

  public var now: Date { start.withLock { $0 } + passed }
  public var steadyNow: Date { Date(timeIntervalSinceReferenceDate: passed) }
  private var passed: Double { clock.now.offset / .seconds(1) }

  /// Sets the time of day, forward or back, while no time passes.
  public func step(by duration: Duration) { start.withLock { $0 += duration / .seconds(1) } }

  /// Moves the time and wakes everybody who has slept long enough, the earliest first.
  public func advance(by duration: Duration) {
    clock.advance(by: duration)
  }

  /// Waits until that many tasks sleep on this clock.
  ///
  /// - Throws: `WaitError` when they do not.
  public func waitForSleepers(
    _ count: Int = 1, file: String = #fileID, line: Int = #line
  ) async throws {
    try await clock.waitForSleepers(count, file: file, line: line)
  }

  /// Waits until tasks sleep on this clock that began to sleep for exactly this time.
  ///
  /// - Throws: `WaitError` when they do not.
  public func waitForSleeper(
    of duration: Duration, count: Int = 1, file: String = #fileID, line: Int = #line
  ) async throws {
    try await clock.waitForSleeper(of: duration, count: count, file: file, line: line)
  }

  /// How many tasks sleep on this clock.
  public var sleeperCount: Int { clock.sleeperCount }

  public func sleep(for duration: Duration) async throws {
    try await clock.sleep(for: duration)
  }
}

extension SystemServices {
  /// Returns services whose clocks stand still.
  public static func standingStill() -> SystemServices {
    SystemServices(wallClock: ManualWallClock(), screenClock: ManualClock())
  }
}
