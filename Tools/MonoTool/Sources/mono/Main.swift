import Glibc
import MonoCore
import Terminal

/// The `mono` command.
@main
enum Main {
  static func main() async {
    let program = Program { color in
      SystemTerminal(
        environment: ProcessEnvironment.current, color: color,
        accessibleVariable: "MONO_ACCESSIBLE")
    }
    exit(await program.run(Array(CommandLine.arguments.dropFirst())))
  }
}
