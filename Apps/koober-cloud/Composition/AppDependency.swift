import Cloud
import CloudServer
import Core
import Terminal

/// Everything that the program gets from outside of itself; a test starts it with another one.
struct AppDependency: Sendable {
  let environment: [String: String]
  let wallClock: any WallClock
  let randomBytes: any RandomBytes
  /// How much work the cloud puts into a password.
  let passwordHashing: PasswordHashingCost
  /// Where a server writes what happens.
  let log: any ServerLog
  /// Starts to watch for signals while the program serves.
  let signals: @Sendable () -> any ServerSignals
  /// Opens the terminal with the chosen colors.
  let makeTerminal: @Sendable (ColorChoice) -> any Terminal
}
