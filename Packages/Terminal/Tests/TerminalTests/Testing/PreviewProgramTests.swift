import Terminal
import Testing

@testable import TerminalTesting

@MainActor
struct PreviewProgramTests {
  private let terminal = ScriptedTerminal(.pipe)
  private let program = PreviewProgram(
    "demo-preview", summary: "Show a demo.", variants: ["look": ["line", "banner"]],
    scenes: ["welcome", "refused"])

  @Test func `The scene and every variant are passed on`() async {
    let choices = await run(["--scene", "refused", "--flag", "look=banner", "--flag=look=line"])

    #expect(choices?.flags == ["look=banner", "look=line"])
    #expect(choices?.scene == "refused")
  }

  @Test func `Without arguments the first scene is shown with the built-in variants`() async {
    let choices = await run([])

    #expect(choices?.flags == [])
    #expect(choices?.scene == "welcome")
  }

  @Test(arguments: ["look=none", "color=red", "look"])
  func `What does not exist is refused with what there is`(flag: String) async {
    let status = await program.run(["--flag", flag], on: terminal) { _, _ in Issue.record() }

    #expect(status == 64)
    #expect(terminal.error.contains("must be one of look=line, look=banner"))
  }

  @Test func `Help lists the variants and the scenes`() async {
    let status = await program.run(["--help"], on: terminal) { _, _ in Issue.record() }

    #expect(status == 0)
    for text in ["Show a demo.", "look=line", "look=banner", "welcome", "refused"] {
      #expect(terminal.flushedOutput.contains(text))
    }
  }

  @Test func `A failure ends with status 1 and an interruption with 130`() async {
    let failed = await program.run([], on: terminal) { _, _ in throw CancellationError() }
    let interrupted = await program.run([], on: terminal) { _, _ in
      throw PromptError.interrupted
    }

    #expect([failed, interrupted] == [1, 130])
  }

  private func run(_ arguments: [String]) async -> PreviewProgram.Choices? {
    var shown: PreviewProgram.Choices?
    let status = await program.run(arguments, on: terminal) { shown = $1 }
    #expect(status == 0)
    return shown
  }
}
