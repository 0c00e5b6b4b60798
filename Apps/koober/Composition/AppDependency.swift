import Cloud
import Core
import FoundationEssentials
import Terminal

/// Everything that the program gets from outside of itself; a test starts it with another one.
struct AppDependency: Sendable {
  let environment: [String: String]
  /// The path of this program, for a cloud in a process of its own.
  var program: String
  let wallClock: any WallClock
  let randomBytes: any RandomBytes
  /// How much work the embedded cloud puts into a password.
  let passwordHashing: PasswordHashing
  /// Opens the terminal in the colours that the rider asks for.
  var makeTerminal: @Sendable (ColorChoice) -> any Terminal

  /// Puts the real one together: the process, the machine's clock and its randomness.
  static func resolve() -> AppDependency {
    let environment = ProcessInfo.processInfo.environment
    return AppDependency(
      environment: environment, program: "/proc/self/exe", wallClock: SystemWallClock(),
      randomBytes: SystemRandomBytes(),
      passwordHashing: .interactive,
      makeTerminal: { color in
        SystemTerminal(
          environment: environment, color: color, accessibleVariable: "KOOBER_ACCESSIBLE")
      })
  }
}
