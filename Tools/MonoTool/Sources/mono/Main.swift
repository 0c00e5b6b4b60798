import Basics
import MonoCore
import Terminal

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The `mono` command.
@main
enum Main {
  static func main() async {
    ProcessTree.endOnInterrupts()
    let program = Program { color in
      SystemTerminal(
        environment: EnvironmentVariables.all, color: color,
        accessibleVariable: "MONO_ACCESSIBLE")
    }
    exit(await program.run(Array(CommandLine.arguments.dropFirst())))
  }
}
