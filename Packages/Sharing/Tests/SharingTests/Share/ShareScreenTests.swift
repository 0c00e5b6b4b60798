import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct ShareScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let navigator: Navigator
  private let frames = GoldenFrames()
  private let clock = ManualClock()
  private let board = NotificationBoard(look: StarredLook())

  init() {
    navigator = .sample(clock: clock)
  }

  @Test func `A post is shared once with each friend who is chosen`() async throws {
    let gate = Gate()
    let repository = FakePostRepository(gate: gate)
    let run = play(repository)
    try await terminal.waitForFrame(containing: "Grace")
    try await frames.check(terminal, "friends")
    terminal.press(.enter, .enter, .escape)
    try await terminal.waitForFrame(containing: "Sharing")
    try await frames.check(terminal, "sharing")
    let still = terminal.frame
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    try await terminal.waitForFrame { $0 != still }
    await gate.open()
    try await terminal.waitForFrame(containing: "Shared with Ada.")
    try await frames.check(terminal, "shared")
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "Shared with Grace.")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(await repository.shared == [.ada, .grace])
    #expect(await repository.created.count == 1)
  }

  @Test func `A friend who cannot be reached is shown, and stays to choose`() async throws {
    let run = play(FakePostRepository(unreachable: [.ada]))
    try await terminal.waitForFrame(containing: "Grace")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Not shared with Ada.")
    try await frames.check(terminal, "not-shared")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `Who has no friends yet goes to them`() async throws {
    let run = play(FakePostRepository(), friends: [.success([])])
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    try await frames.check(terminal, "nobody")
    terminal.type("+")

    try await terminal.waitForFrame(containing: "Here is Friends.")
    run.cancel()
  }

  @Test func `Friends that cannot be loaded are asked for again`() async throws {
    let run = play(
      FakePostRepository(),
      friends: [.failure(.unreachable(reason: "no route")), .success([.ada])])
    try await terminal.waitForFrame(containing: "no route")
    try await frames.check(terminal, "failed")
    terminal.press(.control("r"))
    try await terminal.waitForFrame(containing: "Ada")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `Sharing in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let screen = makeScreen(FakePostRepository(), friends: [.success([.ada, .grace])])
    let run = Task { try await navigator.run(from: screen, on: terminal) }
    try await terminal.waitForText("5: Done")
    terminal.answer(.line("2"))
    try await terminal.waitForText("Shared with Grace.")
    try await terminal.waitForText("5: Done")
    terminal.answer(.line("5"))

    #expect(try await run.outcome() == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  private func makeScreen(
    _ repository: FakePostRepository, friends: [Result<[Friend], CloudError>]
  ) -> ShareScreen {
    let model = ShareViewModel(
      dependency: .init(
        friendsRepository: FakeFriendsRepository(loads: friends),
        shareService: ShareService(postRepository: repository), notificationService: board),
      payload: NewPost(text: "On my way"))
    return ShareScreen(
      model: model, board: board, scenes: Scenes(of: NamedScenes { _ in "Friends" }, in: navigator))
  }

  private func play(
    _ repository: FakePostRepository,
    friends: [Result<[Friend], CloudError>] = [.success([.ada, .grace])]
  ) -> Task<NavigationEnd, any Error> {
    let screen = makeScreen(repository, friends: friends)
    return Task { try await navigator.run(from: screen, on: terminal) }
  }
}
