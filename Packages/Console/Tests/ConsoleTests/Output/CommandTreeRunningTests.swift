import Core
import FoundationEssentials
import Terminal
import TerminalTesting
import Testing

@testable import Console

@MainActor
struct CommandTreeRunningTests {
  private struct Context: Sendable {
    let console: CommandConsole
  }

  private static let tree = CommandTree<Context>(
    name: "sample", version: "1.2", date: "2026-01-01", summary: "A program.",
    globalOptions: [CommonOptions.output, CommonOptions.color, CommonOptions.quiet],
    exitStatuses: [ExitStatus(0, "done"), ExitStatus(78, "bad configuration")],
    commands: [
      Command("work", summary: "Work.", examples: [CommandExample("sample work", "Work.")]) {
        _, context in
        try context.console.print(["result": 1]) {
          try context.console.terminal.writeLine("one")
        }
      },
      Command("fail", summary: "Fail.", examples: [CommandExample("sample fail", "Fail.")]) {
        _, _ in
        throw Problem(
          .configuration, code: "broken", message: "It is broken.\nIt was whole.",
          hint: "Mend it.")
      },
      Command("half", summary: "Half.", examples: [CommandExample("sample half", "Half.")]) {
        _, context in
        try context.console.print(["result": 0.5]) {
          try context.console.terminal.writeLine("a half")
        }
        try context.console.note("a remark")
        throw PartialResultError()
      },
    ])

  private func run(
    _ arguments: [String], advice: [String: String] = [:]
  ) async -> (status: Int32, output: String, error: String) {
    let terminal = ScriptedTerminal(.pipe)
    let commandLine = Self.tree.parse(arguments)
    let console = CommandConsole(
      terminal: terminal, format: commandLine.globals[CommonOptions.output],
      isQuiet: commandLine.globals[CommonOptions.quiet])
    let status = await Self.tree.run(commandLine, on: console, advice: advice) { invocation in
      try await invocation.run(Context(console: console))
    }
    return (status, terminal.flushedOutput, terminal.error)
  }

  @Test func `A failure names the commands that help`() async {
    let outcome = await run(["fail"], advice: ["broken": "'sample work' mends.", "other": "No."])

    #expect(outcome.error.hasSuffix("Mend it. 'sample work' mends.\n"))
  }

  @Test func `A result is text or one document`() async {
    #expect(await run(["work"]) == (0, "one\n", ""))
    #expect(await run(["work", "--json"]) == (0, "{\n  \"result\": 1\n}\n", ""))
  }

  @Test func `A failure is a message with its hint, or one document`() async {
    #expect(
      await run(["fail"]) == (78, "", "sample: It is broken.\nIt was whole.\nMend it.\n"))
    let (status, output, error) = await run(["fail", "--json"])
    #expect((status, output) == (78, ""))
    #expect(
      error
        == #"{"error":{"code":"broken","hint":"Mend it.","message":"It is broken.\nIt was whole."}}"#
        + "\n")
  }

  @Test func `An incomplete result is printed, and nothing more is said`() async {
    #expect(await run(["half"]) == (1, "a half\n", "a remark\n"))
    #expect(await run(["half", "--quiet"]) == (1, "a half\n", ""))
    #expect(await run(["half", "--json"]) == (1, "{\n  \"result\": 0.5\n}\n", ""))
  }

  @Test func `A mistyped command is a failure like any other`() async {
    let (status, output, error) = await run(["wrok", "--json"])

    #expect((status, output) == (64, ""))
    #expect(error.contains("\"code\":\"usage\""))
    #expect(error.contains("Did you mean 'work'"))
  }

  @Test func `Pages are documents, too`() async {
    #expect(await run(["--version"]) == (0, "sample 1.2\n", ""))
    #expect(
      await run(["--version", "--json"])
        == (0, "{\n  \"name\": \"sample\",\n  \"version\": \"1.2\"\n}\n", ""))
    #expect(await run(["help", "exit-codes", "--json"]).output.contains("\"code\": 78"))
    #expect(await run(["help", "--json"]).output.contains("\"text\": "))
  }
}
