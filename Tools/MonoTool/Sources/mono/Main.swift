import Basics
import Glibc
import MonoCore
import Terminal

/// The `mono` command.
@main
enum Main {
  static func main() async {
    let temporaryFiles = TemporaryFiles.keepTogether()
    if let temporaryFiles { InterruptCleanup.remove(temporaryFiles.path) }
    ProcessTree.endOnInterrupts()
    let program = Program { color in
      SystemTerminal(
        environment: EnvironmentVariables.all, color: color,
        accessibleVariable: "MONO_ACCESSIBLE")
    }
    let status = await program.run(Array(CommandLine.arguments.dropFirst()))
    // What cannot be removed stays among the temporary files; nothing depends on it.
    if let temporaryFiles { try? MonoCore.Files.remove(temporaryFiles.path) }
    exit(status)
  }
}
