import Basics
import Cloud
import Commands
import Core
import Glibc
import Terminal

/// The `koober` command.
///
/// It is private, like the real dependency below: a test can start ``Program`` with one of its own
/// and cannot name this one.
@main
private enum Koober {
  static func main() async {
    let arguments = ProgramStart.prepare()
    LocalTime.use()
    let program = Program(dependency: .resolve())
    exit(await program.run(Array(arguments.dropFirst())))
  }
}

extension AppDependency {
  /// Puts the real one together: the process, the machine's clock and its randomness.
  fileprivate static func resolve() -> AppDependency {
    let environment = EnvironmentVariables.all
    return AppDependency(
      environment: environment, wallClock: SystemWallClock(), screenClock: ContinuousClock(),
      randomBytes: SystemRandomBytes(),
      passwordHashing: .interactive,
      makeTerminal: { color in
        SystemTerminal(
          environment: environment, color: color, accessibleVariable: "KOOBER_ACCESSIBLE")
      })
  }
}
