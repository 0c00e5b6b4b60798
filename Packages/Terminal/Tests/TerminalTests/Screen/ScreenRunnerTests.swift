import BasicsTesting
@testable import Terminal
import TerminalTesting
import Testing

@MainActor
struct ScreenRunnerTests {
  private let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 20, rows: 4)))
  private let arrivals = AsyncStream.makeStream(of: [String].self)
  private let screen: SampleScreen

  init() {
    screen = SampleScreen(model: SampleModel(), arrivals: arrivals.stream)
  }

  @Test func `A screen draws its state and ends with its outcome`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    let first = try await terminal.waitForFrame(containing: "Where to?")
    #expect(first.text == "Where to?\n|\n")
    #expect(first.cursor == .init(column: 10, row: 0))

    terminal.type("opera")
    terminal.press(.enter)

    #expect(try await run.outcome() == "opera")
    #expect(!terminal.isScreenOpen)
  }

  @Test func `A change of the model is drawn`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "Where to?")

    arrivals.continuation.yield(["Opera House", "Opera Bar"])

    let frame = try await terminal.waitForFrame(containing: "Opera Bar")
    #expect(frame.text == "Where to?\nOpera House\nOpera Bar\n")
    terminal.press(.enter)
    _ = try await run.outcome()
  }

  @Test func `What moves is moved by the clock, and stands still afterwards`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "|")

    try await screen.manualClock.waitForSleepers()
    screen.manualClock.advance(by: Spinner.interval)
    try await terminal.waitForFrame(containing: "/")
    arrivals.continuation.yield(["Opera House"])
    try await terminal.waitForFrame(containing: "Opera House")

    #expect(!screen.isBusy)
    try await eventually("the end of the movement") { screen.manualClock.sleeperCount == 0 }
    terminal.press(.enter)
    _ = try await run.outcome()
  }

  @Test func `What is pasted and typed ahead is not lost`() async throws {
    terminal.paste("to the\n")
    terminal.type("m")
    terminal.press(.enter)
    terminal.type("next")
    terminal.press(.enter)

    #expect(try await screen.run(on: terminal) == "to the m")
    let next = SampleScreen(model: SampleModel(), arrivals: arrivals.stream)
    #expect(try await next.run(on: terminal) == "next")
  }

  @Test func `Another size is drawn anew`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "Where to?")

    terminal.resize(to: TerminalSize(columns: 5, rows: 1))

    let frame = try await terminal.waitForFrame { $0.size.columns == 5 }
    #expect(frame.text == "Wher…\n")
    terminal.press(.enter)
    _ = try await run.outcome()
  }

  @Test func `An open screen is compared at several sizes`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "Where to?")

    try await GoldenFrames().check(
      terminal, "search",
      sizes: [TerminalSize(columns: 7, rows: 2), TerminalSize(columns: 30, rows: 3)])

    #expect(terminal.frame?.size == TerminalSize(columns: 30, rows: 3))
    terminal.press(.enter)
    _ = try await run.outcome()
  }

  @Test func `Text that is written beside the picture appears when it is closed`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "Where to?")

    try terminal.writeError("a report")
    try terminal.write("a result")
    #expect(terminal.transcript.isEmpty)

    terminal.press(.enter)
    _ = try await run.outcome()
    #expect(terminal.transcript == "a reporta result")
    #expect(terminal.error == "a report")
  }

  @Test func `Leaving the terminal ends the screen and gives the terminal back`() async throws {
    for (leave, error) in [
      (terminal.interrupt, PromptError.interrupted), (terminal.hangUp, .inputEnded),
    ] {
      let run = Task { try await screen.run(on: terminal) }
      try await terminal.waitForFrame(containing: "Where to?")

      leave()

      await #expect(throws: error) { try await run.outcome() }
      #expect(!terminal.isScreenOpen)
    }
  }

  @Test func `A cancelled screen ends`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "Where to?")

    run.cancel()

    await #expect(throws: CancellationError.self) { try await run.outcome() }
    #expect(!terminal.isScreenOpen)
  }

  @Test func `A terminal that cannot be written ends the screen`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "Where to?")

    terminal.failWriting(with: .closedPipe)
    terminal.type("x")

    await #expect(throws: TerminalError.closedPipe) { try await run.outcome() }
  }
}
