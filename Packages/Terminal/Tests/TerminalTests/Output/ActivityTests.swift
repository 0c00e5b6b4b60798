import BasicsTesting
import Terminal
import TerminalTesting
import Testing

struct ActivityTests {
  private let clock = ManualClock()

  @Test func `Short work shows nothing`() async throws {
    let terminal = ScriptedTerminal(.terminal())

    let answer = try await terminal.showingActivity("Asking", clock: clock) { _ in
      try await clock.waitForSleepers()
      clock.advance(by: .milliseconds(99))
      return 42
    }

    #expect(answer == 42)
    #expect(terminal.error.isEmpty)
  }

  @Test func `Longer work is animated and leaves nothing behind`() async throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 20)))

    try await terminal.showingActivity("Importing\u{1B}[2J", clock: clock) { activity in
      try await clock.waitForSleepers()
      try await tick()
      try await tick()
      activity.report(512, of: 2048)
      try await tick()
      activity.report(3)
      try await tick()
    }

    let erase = "\r\u{1B}[K"
    #expect(
      terminal.error
        == [
          "⠋ Importing", "⠙ Importing", "⠹ Importing  25%  …", "⠸ Importing  3 B  …", "",
        ].map { erase + $0 }.joined())
    #expect(terminal.output.isEmpty)
  }

  @Test func `An error ends the animation and is passed on`() async throws {
    struct Failure: Error {}
    let terminal = ScriptedTerminal(.terminal(isUnicode: false))

    await #expect(throws: Failure.self) {
      try await terminal.showingActivity("Asking", clock: clock) { _ in
        try await clock.waitForSleepers()
        try await tick()
        throw Failure()
      }
    }
    #expect(terminal.error == "\r\u{1B}[K| Asking\r\u{1B}[K")
  }

  @Test(arguments: [
    (TerminalCapabilities.terminal(isAccessible: true), "Asking…\n"),
    (.terminal(isUnicode: false, canMoveCursor: false), "Asking...\n"),
  ])
  func `Without animation one line is written`(
    capabilities: TerminalCapabilities, text: String
  ) async throws {
    let terminal = ScriptedTerminal(capabilities)
    let written = AsyncStream.makeStream(of: Void.self)
    let observed = ObservedTerminal(terminal: terminal, onError: written.continuation)

    try await observed.showingActivity("Asking", clock: clock) { _ in
      try await clock.waitForSleepers()
      clock.advance(by: .milliseconds(100))
      _ = try await written.stream.next("a line on the error stream")
    }

    #expect(terminal.error == text)
  }

  @Test func `Nothing goes to a pipe, and nothing is shown when it should be quiet`() async {
    let pipe = ScriptedTerminal(.pipe)
    let quiet = ScriptedTerminal(.terminal())

    await pipe.showingActivity("Asking", clock: clock) { _ in }
    await quiet.showingActivity("Asking", clock: clock, isQuiet: true) { _ in }

    #expect(pipe.error.isEmpty)
    #expect(quiet.error.isEmpty)
  }

  /// Moves time to the next frame and waits until it is drawn.
  private func tick() async throws {
    clock.advance(by: .milliseconds(100))
    try await clock.waitForSleepers()
  }
}

/// Tells when something was written to the standard error.
private struct ObservedTerminal: Terminal {
  let terminal: ScriptedTerminal
  let onError: AsyncStream<Void>.Continuation

  var capabilities: TerminalCapabilities { terminal.capabilities }

  func write(_ text: String) throws(TerminalError) { try terminal.write(text) }
  func flush() throws(TerminalError) { try terminal.flush() }
  func writeError(_ text: String) throws(TerminalError) {
    try terminal.writeError(text)
    onError.yield()
  }
  func readLine(prompt: String, isHidden: Bool) async throws(PromptError) -> String {
    try await terminal.readLine(prompt: prompt, isHidden: isHidden)
  }
  func readInput(limit: Int) throws(TerminalError) -> [UInt8] {
    try terminal.readInput(limit: limit)
  }
  func openScreen() throws(TerminalError) -> any ScreenSession { try terminal.openScreen() }
}
