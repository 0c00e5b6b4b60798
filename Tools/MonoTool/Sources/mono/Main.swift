import Basics
import Glibc
import MonoCore
import Terminal

/// The `mono` command.
@main
enum Main {
  static func main() async {
    let program = Program { color in
      SystemTerminal(
        environment: EnvironmentVariables.all, color: color,
        accessibleVariable: "MONO_ACCESSIBLE")
    }
    exit(await program.run(Array(CommandLine.arguments.dropFirst())))
  }
}
