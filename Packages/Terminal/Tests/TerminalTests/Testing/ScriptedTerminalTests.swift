import BasicsTesting
@testable import Terminal
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

    await #expect(throws: CancellationError.self) { try await task.outcome() }
  }

  @Test func `A cancelled test waits for no text`() async {
    let task = Task { try await terminal.waitForText("never") }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.outcome() }
  }

  private nonisolated static let mistakes:
    [(awaited: String, wait: @Sendable (ScriptedTerminal) async throws -> Void)] = [
      ("a frame with 'Good night'", { _ = try await $0.waitForFrame(containing: "Good night") }),
      (
        "a frame for which the condition there holds",
        { _ = try await $0.waitForFrame { _ in false } }
      ),
      ("2 announcements", { try await $0.waitForAnnouncements(2) }),
      ("the text 'Good night'", { try await $0.waitForText("Good night") }),
    ]

  @Test(arguments: mistakes.indices)
  func `A wait in vain says what was awaited, and what is shown instead`(
    mistake: Int
  ) async throws {
    let (awaited, wait) = Self.mistakes[mistake]
    let session = try terminal.openScreen()
    var frame = Frame(size: TerminalSize(columns: 20, rows: 1))
    frame.write(["Good morning"], in: frame.region)
    try session.show(frame)
    try session.announce(Announcement("It is day."))

    let error = await #expect(throws: WaitError.self) {
      try await WaitBound.$rounds.withValue(3) { try await wait(terminal) }
    }

    let text = try #require(error).description
    #expect(text.hasPrefix("TerminalTests/ScriptedTerminalTests.swift:"))
    #expect(text.contains(" waited in vain for \(awaited).\n"))
    #expect(text.contains("The last frame:\nGood morning\n"))
    #expect(text.contains("Announcements: [\"It is day.\"]"))
  }

  @Test func `A cancelled test cancels the screen whose outcome it waits for`() async throws {
    let run = Task { try await Endless().run(on: terminal) }
    let task = Task { try await run.outcome() }
    try await terminal.waitForFrame { _ in true }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await run.outcome() }
    #expect(!terminal.isScreenOpen)
  }
}
