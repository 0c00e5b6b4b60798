import Core
import FoundationEssentials

/// A clock that runs a number of times as fast as another one.
struct SpeedClock: WallClock {
  private let base: any WallClock
  private let start: Date
  private let speed: Double

  /// Creates a clock that shows the other one's time now.
  init(base: any WallClock, speed: Int) {
    self.base = base
    start = base.now
    self.speed = Double(speed)
  }

  var now: Date { start + base.now.timeIntervalSince(start) * speed }

  func sleep(for duration: Duration) async throws { try await base.sleep(for: duration / speed) }
}
