import BasicsTesting
import Terminal
import TerminalTesting
import Testing

@MainActor
struct LineModeRunnerTests {
  private let arrivals = AsyncStream.makeStream(of: [String].self)
  private let screen: SampleScreen

  init() {
    let model = SampleModel()
    // While a screen waits for something nothing is offered.
    model.loaded([])
    screen = SampleScreen(model: model, arrivals: arrivals.stream)
  }

  @Test(arguments: [
    TerminalCapabilities.terminal(isAccessible: true), .terminal(canMoveCursor: false),
  ])
  func `A screen is read as lines and answered with numbers`(
    capabilities: TerminalCapabilities
  ) async throws {
    let terminal = ScriptedTerminal(
      capabilities, answers: [.line("1"), .line("opera"), .line("9"), .line(" 3 ")])

    #expect(try await screen.run(on: terminal) == "opera")
    #expect(
      terminal.transcript == """
        Query: 
        1: Where to?
        2: Password
        3: Leave
        Choose 1-3: Where to?: Query: opera
        1: Where to?
        2: Password
        3: Leave
        Choose 1-3: Type one of the numbers.
        1: Where to?
        2: Password
        3: Leave
        Choose 1-3: 
        """)
    #expect(terminal.frames.isEmpty)
    #expect(!terminal.output.contains("\u{1B}"))
  }

  @Test func `A hidden entry is asked for without showing it`() async throws {
    let terminal = ScriptedTerminal(
      .terminal(isAccessible: true), answers: [.line("2"), .line("secret"), .line("3")])

    #expect(try await screen.run(on: terminal) == "6 letters")
    #expect(terminal.prompts[1] == .init("Password: ", isHidden: true))
  }

  @Test func `A change is printed while the question waits`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("Choose 1-3: ")

    arrivals.continuation.yield(["Opera House"])

    try await terminal.waitForText("\nFound Opera House\nChoose 1-3: ")
    terminal.answer(.line("3"))
    #expect(try await run.outcome() == "")
  }

  @Test func `An outcome ends the question that waits`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("Choose 1-3: ")

    screen.ending.outcome = "gone"

    #expect(try await run.outcome() == "gone")
  }

  @Test(arguments: [
    (ScriptedTerminal.Answer.interrupt, PromptError.interrupted), (.end, .inputEnded),
  ])
  func `Leaving the question ends the screen`(
    answer: ScriptedTerminal.Answer, error: PromptError
  ) async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), answers: [answer])

    await #expect(throws: error) { try await screen.run(on: terminal) }
  }

  @Test func `Without a terminal a screen ends at once`() async throws {
    await #expect(throws: PromptError.noTerminal(option: "a command; --help lists them")) {
      try await screen.run(on: ScriptedTerminal(.pipe))
    }
  }
}
