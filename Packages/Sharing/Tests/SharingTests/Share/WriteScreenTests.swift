import BasicsTesting
import Composition
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct WriteScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator.sample()
  private let frames = GoldenFrames()
  private let board = NotificationBoard(look: StarredLook())

  @Test func `A text is sent once, and nothing else is possible meanwhile`() async throws {
    let gate = Gate()
    let repository = FakePostRepository(gate: gate)
    let run = play(repository)
    try await terminal.waitForFrame(containing: "Write to Ada")
    terminal.type("  ")
    terminal.press(.enter)
    terminal.type("Hello")
    try await terminal.waitForFrame(containing: "Hello")
    try await frames.check(terminal, "writing")
    terminal.press(.enter, .enter, .escape)
    try await terminal.waitForFrame(containing: "Sharing")
    try await frames.check(terminal, "sharing")
    await gate.open()

    #expect(try await run.outcome() == .finished)
    #expect(await repository.shared == [.ada])
    #expect(board.lines.map(\.text) == ["Shared with Ada."])
  }

  @Test func `A text that was not sent stays, with the reason`() async throws {
    let repository = FakePostRepository(unreachable: [.ada])
    let run = play(repository)
    try await terminal.waitForFrame(containing: "Write to Ada")
    terminal.type("Hello")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Not shared with Ada.")
    try await frames.check(terminal, "not-shared")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(await repository.shared == [])
  }

  @Test func `A text that is pasted is cut where the cloud would refuse it`() async throws {
    let repository = FakePostRepository()
    let run = play(repository)
    try await terminal.waitForFrame(containing: "Write to Ada")
    terminal.paste(String(repeating: "word\u{1B}[31m\n", count: 10_000))
    terminal.press(.enter)

    #expect(try await run.outcome() == .finished)
    let text = try #require(await repository.created.first?.text)
    #expect(text.count == NewPost.longestText)
    #expect(text.hasPrefix("word"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test func `Writing in lines`() async throws {
    let terminal = ScriptedTerminal(
      .terminal(isAccessible: true), answers: [.line("1"), .line("Hello")], patience: .waits)

    let run = Task {
      try await navigator.run(from: makeScreen(FakePostRepository()), on: terminal)
    }
    #expect(try await run.outcome() == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  private func makeScreen(_ repository: FakePostRepository) -> WriteScreen {
    WriteScreen(
      friend: .ada, board: board, navigator: navigator,
      shareViewModelFactory: ShareViewModel.Factory(
        dependency: .init(
          friendsRepository: FakeFriendsRepository(),
          shareService: ShareService(postRepository: repository),
          notificationService: board)))
  }

  private func play(_ repository: FakePostRepository) -> Task<NavigationEnd, any Error> {
    let screen = makeScreen(repository)
    return Task { try await navigator.run(from: screen, on: terminal) }
  }
}
