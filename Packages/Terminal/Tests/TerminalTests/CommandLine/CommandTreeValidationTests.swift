import Terminal
import TerminalTesting
import Testing

struct CommandTreeValidationTests {
  @Test func `A sound tree has no problems`() {
    #expect(SampleProgram.tree().declarationProblems == [])
  }

  @Test func `Each mistake of a declaration is named`() {
    let command = Command<Int>(
      "do", summary: "",
      examples: [CommandExample("other do", "")],
      parameters: [
        Flag("yes", short: "y", help: ""), Flag("yellow", short: "y", help: ""),
        Flag("help", help: ""), Argument<String?>("A", help: ""), Argument<String>("B", help: ""),
        Argument<[String]>("C", help: ""), Argument<String?>("D", help: ""),
      ]
    ) { _, _ in }
    let tree = CommandTree(
      name: "app", version: "1", date: "2025-01-01", summary: "",
      examples: [CommandExample("app", "")],
      globalOptions: [Option<String>("cloud", help: "")], commands: [command, command])

    #expect(
      tree.declarationProblems.filter { !$0.hasPrefix("app man") } == [
        "--cloud is required.",
        "app: 'do' is declared twice.",
        "app do: '-y' is declared twice.",
        "app do: '--help' is declared twice.",
        "app do: B is required after an optional argument.",
        "app do: D follows a repeated argument.",
        "app do: the example 'other do' does not begin with 'app'.",
        "app do: '-y' is declared twice.",
        "app do: '--help' is declared twice.",
        "app do: B is required after an optional argument.",
        "app do: D follows a repeated argument.",
        "app do: the example 'other do' does not begin with 'app'.",
      ])
  }
}
