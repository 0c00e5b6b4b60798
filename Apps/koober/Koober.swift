import Glibc

/// The `koober` command.
@main
enum Koober {
  static func main() async {
    let program = Program(dependency: .resolve())
    exit(await program.run(Array(CommandLine.arguments.dropFirst())))
  }
}
