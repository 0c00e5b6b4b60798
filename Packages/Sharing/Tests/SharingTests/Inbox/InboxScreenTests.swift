import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct InboxScreenTests {
  private static let items: [InboxItem] = [
    .sample("trip", text: "My ride to Apple Store", ride: .sample(state: .onTrip), read: false),
    .sample("hello", read: true),
  ]

  private let terminal = ScriptedTerminal(.terminal())
  private let clock = ManualClock()
  private let navigator: Navigator
  private let frames = GoldenFrames()

  init() {
    navigator = .sample(clock: clock)
  }

  @Test func `What is read is no longer new`() async throws {
    let repository = FakePostRepository(inbox: .success(Self.items))
    let run = play(repository)
    try await terminal.waitForFrame(containing: "new  Ada ")
    try await frames.check(terminal, "inbox")
    terminal.press(.enter)
    // The ride is beside the list before it is read as well.
    try await terminal.waitForFrame { $0.text.contains("Driver") && !$0.text.contains("new  ") }
    try await frames.check(terminal, "reading")
    terminal.press(.escape)
    try await terminal.waitForFrame { $0.text.contains("Hello") && !$0.text.contains("new  ") }
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(await repository.read == [Identifier("trip")])
  }

  @Test func `The spinner turns until the inbox is loaded`() async throws {
    let gate = Gate()
    let run = play(FakePostRepository(gate: gate))
    try await clock.waitForSleepers()
    let still = terminal.frame
    clock.advance(by: .seconds(1))
    try await terminal.waitForFrame { $0 != still }
    await gate.open()
    try await terminal.waitForFrame(containing: "Nobody has shared anything")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `The newest hundred are shown`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let items = (1...101).map { InboxItem.sample("\($0)", read: true) }
    let screen = makeScreen(FakePostRepository(inbox: .success(items)))
    let run = Task { try await navigator.run(from: screen, on: terminal) }
    try await terminal.waitForText("100: Read")
    try await terminal.waitForText("Choose")

    #expect(!terminal.transcript.contains("101: Read"))
    run.cancel()
  }

  @Test func `An empty inbox says so`() async throws {
    let run = play(FakePostRepository())
    try await terminal.waitForFrame(containing: "Nobody has shared anything with you yet.")
    try await frames.check(terminal, "empty")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `An inbox that cannot be loaded is asked for again`() async throws {
    let run = play(
      FakePostRepository(
        inbox: .failure(.unreachable(reason: "no route")), .success(Self.items)))
    try await terminal.waitForFrame(containing: "no route")
    try await frames.check(terminal, "failed")
    terminal.press(.control("r"))
    try await terminal.waitForFrame(containing: "Hello")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `The inbox in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let screen = makeScreen(FakePostRepository(inbox: .success(Self.items)))
    let run = Task { try await navigator.run(from: screen, on: terminal) }
    try await terminal.waitForText("5: Back")
    terminal.answer(.line("1"))
    try await terminal.waitForText("2: Back")
    terminal.answer(.line("2"))
    try await terminal.waitForText("5: Back")
    terminal.answer(.line("5"))

    #expect(try await run.outcome() == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  private func makeScreen(_ repository: FakePostRepository) -> InboxScreen {
    InboxScreen(
      model: InboxViewModel(postRepository: repository), liveEvents: .none(), tiles: .empty,
      wallClock: ManualWallClock(), navigator: navigator)
  }

  private func play(_ repository: FakePostRepository) -> Task<NavigationEnd, any Error> {
    let screen = makeScreen(repository)
    return Task { try await navigator.run(from: screen, on: terminal) }
  }
}
