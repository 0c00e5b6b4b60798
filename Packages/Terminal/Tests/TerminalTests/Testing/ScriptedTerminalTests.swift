import Terminal
import TerminalTesting
import Testing

@MainActor
struct ScriptedTerminalTests {
  private struct Endless: DrawnScreen {
    var outcome: Bool? { nil }
    var content: ScreenContent { ScreenContent(facts: []) }
    func draw(in frame: inout Frame) {}
    func handle(_ key: Key) {}
  }

  private let terminal = ScriptedTerminal(.terminal())

  @Test func `A cancelled test waits for no frame`() async {
    let task = Task { try await terminal.waitForFrame(containing: "never") }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `A cancelled test waits for no text`() async {
    let task = Task { try await terminal.waitForText("never") }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `A cancelled test cancels the screen whose outcome it waits for`() async throws {
    let run = Task { try await Endless().run(on: terminal) }
    let task = Task { try await run.outcome }
    try await terminal.waitForFrame { _ in true }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(!terminal.isScreenOpen)
  }
}
