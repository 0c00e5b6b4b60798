import FoundationEssentials
import Glibc
public import Terminal

/// A program that shows a feature alone, as its arguments choose.
public struct PreviewProgram: Sendable {
  /// The values of the arguments.
  public struct Choices: Sendable {
    /// The variants of flags, each `NAME=VARIANT`.
    public let flags: [String]
    /// The scene that is shown; the first of the scenes without an argument, empty without scenes.
    public let scene: String
  }

  private let tree: CommandTree<Void>
  private let flag: Option<[String]>
  private let scene: Option<String>?

  /// Declares a program.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - summary: What it shows, as a sentence.
  ///   - variants: The variants that `--flag` can choose, by the names of the flags.
  ///   - scenes: What `--scene` can choose; without any there is no such option.
  public init(
    _ name: String, summary: String, variants: [String: [String]], scenes: [String] = []
  ) {
    let choices = variants.sorted { $0.key < $1.key }
      .flatMap { flag in flag.value.map { "\(flag.key)=\($0)" } }
    let flag = Option<[String]>(
      "flag", kind: .oneOf(choices, named: "NAME=VARIANT"), help: "Choose a flag's variant.")
    let scene = scenes.first.map {
      Option<String>(
        "scene", kind: .oneOf(scenes, named: "SCENE"), default: $0, help: "Choose what is shown.")
    }
    self.flag = flag
    self.scene = scene
    tree = CommandTree(
      name: name, version: "1", date: "2026-01-01", summary: summary,
      globalOptions: [flag] + [scene].compactMap { $0 }, commands: [], run: { _, _ in })
  }

  /// Shows the feature on the terminal of the process, and ends the process.
  @MainActor
  public func main(_ show: (any Terminal, Choices) async throws -> Void) async -> Never {
    let terminal = SystemTerminal(
      environment: ProcessInfo.processInfo.environment, accessibleVariable: "KOOBER_ACCESSIBLE")
    exit(await run(Array(CommandLine.arguments.dropFirst()), on: terminal, show))
  }

  /// Shows a scene of the feature on the terminal of the process, and ends the process.
  @MainActor
  public func main(
    from begin: (Navigator, Choices) throws -> Destination
  ) async -> Never {
    await main { terminal, choices in
      let navigator = Navigator()
      _ = try await begin(navigator, choices).run(in: navigator, on: terminal)
    }
  }

  @MainActor
  func run(
    _ arguments: [String], on terminal: any Terminal,
    _ show: (any Terminal, Choices) async throws -> Void
  ) async -> Int32 {
    do {
      try await tree.answer(tree.parse(arguments).request, on: terminal) { invocation in
        let (flags, values) = (invocation.values[flag], invocation.values)
        try await show(terminal, Choices(flags: flags, scene: scene.map { values[$0] } ?? ""))
      }
      return 0
    } catch PromptError.interrupted {
      return 130
    } catch {
      // When even the error stream cannot be written, the exit status is all that is left.
      try? terminal.writeErrorLine("\("error:", .error) \(String(describing: error))")
      return error is UsageError ? UsageError.exitStatus : 1
    }
  }
}
