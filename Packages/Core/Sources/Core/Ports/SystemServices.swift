public import Composition

/// The services of the process that every scope receives as one value: time, randomness and the
/// record of the scopes alive.
public struct SystemServices: Sendable {
  public let wallClock: any WallClock
  /// Measures the time between two frames of an animation.
  public let screenClock: any Clock<Duration>
  public let randomBytes: any RandomBytes
  /// Knows which scopes are alive, in debug builds.
  public let lifetimeMonitor: LifetimeMonitor

  /// Creates the services; those of the machine where none is given.
  public init(
    wallClock: any WallClock = SystemWallClock(),
    screenClock: any Clock<Duration> = ContinuousClock(),
    randomBytes: any RandomBytes = SystemRandomBytes(),
    lifetimeMonitor: LifetimeMonitor = LifetimeMonitor()
  ) {
    self.wallClock = wallClock
    self.screenClock = screenClock
    self.randomBytes = randomBytes
    self.lifetimeMonitor = lifetimeMonitor
  }
}
