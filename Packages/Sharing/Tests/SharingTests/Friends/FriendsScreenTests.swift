import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct FriendsScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let frames = GoldenFrames()
  private let board = NotificationBoard(look: StarredLook())

  @Test func `The friends, and what can be done with them`() async throws {
    let gate = Gate()
    let run = play(FakeFriendsRepository(gate: gate))
    try await terminal.waitForFrame(containing: "Asking for your friends")
    try await frames.check(terminal, "loading")
    await gate.open()
    try await terminal.waitForFrame(containing: "grace@example.org")
    try await frames.check(terminal, "friends")
    terminal.press(.down, .enter)

    #expect(try await run.outcome == .open(.write(to: .grace)))
  }

  @Test func `Who has no friends is told what to do`() async throws {
    let run = play(FakeFriendsRepository(friends: .success([])))
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    try await frames.check(terminal, "nobody")
    terminal.press(.enter, .delete, .escape)

    #expect(try await run.outcome == .left)
  }

  @Test func `A friend is added by e-mail, once, and nothing else is possible meanwhile`()
    async throws
  {
    let gate = Gate()
    let repository = FakeFriendsRepository(gate: gate)
    await gate.open()
    let run = play(repository)
    try await terminal.waitForFrame(containing: "grace@example.org")
    terminal.type("+new@example.org")
    try await terminal.waitForFrame(containing: "new@example.org")
    try await frames.check(terminal, "adding")
    terminal.press(.enter, .enter, .enter)
    try await terminal.waitForFrame { $0.text.contains("New  new@example.org") }
    terminal.press(.escape)

    #expect(try await run.outcome == .left)
    #expect(await repository.added == ["new@example.org"])
  }

  @Test func `A stranger is told about, and the friends stay`() async throws {
    let refusal = CloudRefusal(
      .notFound, message: "Nobody has the e-mail 'no@example.org'.", hint: "Check it.")
    let run = play(FakeFriendsRepository(change: .failure(.refused(refusal.error))))
    try await terminal.waitForFrame(containing: "grace@example.org")
    terminal.type("+no@example.org")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Nobody has the e-mail")
    try await frames.check(terminal, "stranger")
    terminal.press(.escape, .escape)

    #expect(try await run.outcome == .left)
  }

  @Test func `A friend is removed after a question`() async throws {
    let repository = FakeFriendsRepository()
    let run = play(repository)
    try await terminal.waitForFrame(containing: "grace@example.org")
    terminal.press(.delete)
    try await terminal.waitForFrame(containing: "Remove Ada?")
    try await frames.check(terminal, "question")
    terminal.type("n")
    try await terminal.waitForFrame { !$0.text.contains("Remove Ada?") }
    terminal.press(.delete)
    terminal.type("y")
    try await terminal.waitForFrame { !$0.text.contains("ada@example.org") }
    terminal.press(.escape)

    #expect(try await run.outcome == .left)
    #expect(await repository.removed == [.ada])
  }

  @Test func `Friends that cannot be loaded are asked for again`() async throws {
    let unreachable = CloudError.unreachable(reason: "no route")
    let run = play(FakeFriendsRepository(friends: [.failure(unreachable), .success([.ada])]))
    try await terminal.waitForFrame(containing: "no route")
    try await frames.check(terminal, "failed")
    terminal.press(.control("r"))
    try await terminal.waitForFrame(containing: "ada@example.org")
    terminal.press(.escape)

    #expect(try await run.outcome == .left)
  }

  @Test func `The friends in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let screen = makeScreen(FakeFriendsRepository())
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("Remove Grace")
    terminal.answer(.line("3"), .line("new@example.org"))
    try await terminal.waitForText("Remove New")
    terminal.answer(.line("7"))
    try await terminal.waitForText("Remove New?")
    terminal.answer(.line("1"))
    try await terminal.waitForText("7: Back")
    terminal.answer(.line("7"))

    #expect(try await run.outcome == .left)
    try frames.check(terminal.printedLines, "lines")
  }

  private func makeScreen(_ repository: FakeFriendsRepository) -> FriendsScreen {
    FriendsScreen(
      model: FriendsViewModel(friendsRepository: repository), board: board, clock: ManualClock())
  }

  private func play(_ repository: FakeFriendsRepository) -> Task<SharingStep, any Error> {
    let screen = makeScreen(repository)
    return Task { try await screen.run(on: terminal) }
  }
}
