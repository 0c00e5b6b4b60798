import Cloud
import Core
import Terminal

/// Everything that the program gets from outside of itself; a test starts it with another one.
struct AppDependency: Sendable {
  let environment: [String: String]
  let wallClock: any WallClock
  /// Measures the time between two pictures of what moves on a screen.
  let screenClock: any Clock<Duration>
  let randomBytes: any RandomBytes
  /// How much work the embedded cloud puts into a password.
  let passwordHashing: PasswordHashingCost
  /// Opens the terminal with the chosen colors.
  var makeTerminal: @Sendable (ColorChoice) -> any Terminal
}
