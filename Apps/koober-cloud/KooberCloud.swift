import Basics
import Cloud
import CloudServer
import Commands
import Core
import Glibc
import Terminal

/// The `koober-cloud` command.
@main
private enum KooberCloud {
  static func main() async {
    let arguments = ProgramStart.prepare()
    let program = Program(dependency: .resolve())
    exit(await program.run(Array(arguments.dropFirst())))
  }
}

extension AppDependency {
  /// Puts the real one together: the process, the machine's clock and its randomness.
  fileprivate static func resolve() -> AppDependency {
    let environment = EnvironmentVariables.all
    return AppDependency(
      environment: environment, wallClock: SystemWallClock(), randomBytes: SystemRandomBytes(),
      passwordHashing: .interactive, log: JSONLinesLog(), signals: { ProcessSignals() },
      makeTerminal: { color in
        SystemTerminal(
          environment: environment, color: color, accessibleVariable: "KOOBER_ACCESSIBLE")
      })
  }
}
