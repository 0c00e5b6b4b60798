import Basics
public import Composition

/// The services of the process that every scope receives: time, randomness, the scopes alive.
public struct SystemServices: Sendable {
  public let wallClock: any WallClock
  /// Measures the time between two frames of an animation.
  public let screenClock: any Clock<Duration>
  public let randomBytes: any RandomBytes
  /// Records which scopes are alive, in debug builds.
  public let lifetimeMonitor: LifetimeMonitor

  /// Creates the services; those of the machine where none is given.
  public init(
    wallClock: any WallClock = SystemWallClock(),
    screenClock: any Clock<Duration> = ContinuousClock(),
    randomBytes: any RandomBytes = SystemRandomBytes(),
    lifetimeMonitor: LifetimeMonitor = LifetimeMonitor()
  ) {
    (self.wallClock, self.screenClock) = (wallClock, screenClock)
    (self.randomBytes, self.lifetimeMonitor) = (randomBytes, lifetimeMonitor)
  }
}

/// The randomness of identifiers, tokens and keys; injected, so that a test can predict them.
public protocol RandomBytes: Sendable {
  /// Returns bytes that cannot be guessed.
  func bytes(count: Int) -> [UInt8]
}

extension RandomBytes {
  /// Returns 128 random bits as 32 hexadecimal digits: an identifier that cannot be guessed.
  public func makeIdentifier() -> String { Hexadecimal.encode(bytes(count: 16)) }
}

/// The randomness of the operating system.
public struct SystemRandomBytes: RandomBytes {
  public init() {}

  public func bytes(count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    // The system is asked for eight bytes at a time.
    while bytes.count < count { withUnsafeBytes(of: generator.next()) { bytes += $0 } }
    return Array(bytes.prefix(count))
  }
}
