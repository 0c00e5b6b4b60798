import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Sharing

@MainActor
struct FriendsScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator.sample()
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

    try await terminal.waitForFrame(containing: "Here is a text to Grace.")
    run.cancel()
  }

  @Test func `Beside a friend is the ride that the friend has shared`() async throws {
    let repository = FakeFriendsRepository()
    let ride = InboxItem(
      id: Identifier("1"), from: Person(id: Friend.grace.id, name: "Grace"), text: "My ride",
      ride: .sample(state: .onTrip), sharedAt: Ride.sample().requestedAt, read: true)
    let screen = FriendsScreen(
      model: FriendsViewModel(
        friendsRepository: repository,
        postRepository: FakePostRepository(inbox: .success([ride]))),
      board: board, liveEvents: .none(), tiles: .empty, wallClock: ManualWallClock(),
      scenes: Scenes(of: NamedScenes(), in: navigator))
    let run = Task { try await navigator.run(from: screen, on: terminal) }
    try await terminal.waitForFrame(containing: "grace@")
    terminal.press(.end)
    try await terminal.waitForFrame(containing: "Grace is on the way")
    try await frames.check(
      terminal, "shared",
      sizes: [
        TerminalSize(columns: 20, rows: 8), TerminalSize(columns: 80, rows: 24),
        TerminalSize(columns: 200, rows: 60),
      ])
    run.cancel()
  }

  @Test func `Without friends there is advice`() async throws {
    let run = play(FakeFriendsRepository(FriendList(friends: [])))
    try await terminal.waitForFrame(containing: "You have no friends here yet.")
    try await frames.check(terminal, "nobody")
    terminal.press(.enter, .delete, .escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `A friend is invited by e-mail, once, and nothing else is possible meanwhile`()
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
    try await terminal.waitForFrame { $0.text.contains(/new@example.org +invited/) }
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(await repository.invited == ["new@example.org"])
  }

  @Test func `An invitation that is listed has closed its field, whatever is still loaded`()
    async throws
  {
    let gate = Gate()
    let run = play(FakeFriendsRepository(), posts: FakePostRepository(gate: gate))
    try await terminal.waitForFrame(containing: "grace@example.org")
    terminal.type("+new@example.org")
    terminal.press(.enter)
    try await terminal.waitForFrame { $0.text.contains(/new@example.org +invited/) }
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    await gate.open()
  }

  @Test func `Invitations are accepted, declined and withdrawn`() async throws {
    let repository = FakeFriendsRepository(.withInvitations)
    let run = play(repository)
    try await terminal.waitForFrame(containing: "invites you")
    try await frames.check(terminal, "invitations")
    terminal.press(.enter)
    try await terminal.waitForFrame { !$0.text.contains("invites you") }
    terminal.press(.end, .enter, .delete)
    try await terminal.waitForFrame(containing: "Withdraw the invitation to eve@example.org?")
    terminal.type("y")
    try await terminal.waitForFrame { !$0.text.contains("eve@example.org") }
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(await repository.removed == [])
  }

  @Test func `A rider is blocked after a question`() async throws {
    let repository = FakeFriendsRepository(.withInvitations)
    let run = play(repository)
    try await terminal.waitForFrame(containing: "invites you")
    terminal.press(.control("b"))
    try await terminal.waitForFrame(containing: "Block Ada? They are not told.")
    terminal.type("y")
    try await terminal.waitForFrame { !$0.text.contains("Ada") }
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(await repository.blocked == [.ada])
  }

  @Test func `A refused invitation is shown, and the friends stay`() async throws {
    let refusal = ErrorResponse(
      .invalidField, message: "The e-mail is not an address like johnny@gmail.com.")
    let run = play(FakeFriendsRepository(change: .failure(.refused(refusal.error))))
    try await terminal.waitForFrame(containing: "grace@example.org")
    terminal.type("+no")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "is not an address")
    try await frames.check(terminal, "refused")
    terminal.press(.escape, .escape)

    #expect(try await run.outcome() == .finished)
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

    #expect(try await run.outcome() == .finished)
    #expect(await repository.removed == [.ada])
  }

  @Test func `Friends that cannot be loaded are asked for again`() async throws {
    let unreachable = CloudError.unreachable(reason: "no route")
    let run = play(
      FakeFriendsRepository(FriendList(friends: [.ada]), failingFirst: [unreachable]))
    try await terminal.waitForFrame(containing: "no route")
    try await frames.check(terminal, "failed")
    terminal.press(.control("r"))
    try await terminal.waitForFrame(containing: "ada@example.org")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `The friends in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let screen = makeScreen(FakeFriendsRepository(.withInvitations))
    let run = Task { try await navigator.run(from: screen, on: terminal) }
    try await terminal.waitForText("Block Grace")
    terminal.answer(.line("3"), .line("new@example.org"))
    try await terminal.waitForText("Withdraw the invitation to new@example.org")
    terminal.answer(.line("7"))
    try await terminal.waitForText("1: Yes")
    terminal.answer(.line("1"))
    try await terminal.waitForText("10: Back")
    terminal.answer(.line("10"))

    #expect(try await run.outcome() == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  private func makeScreen(
    _ repository: FakeFriendsRepository, posts: FakePostRepository = FakePostRepository()
  ) -> FriendsScreen {
    FriendsScreen(
      model: FriendsViewModel(friendsRepository: repository, postRepository: posts),
      board: board, liveEvents: .none(),
      tiles: .empty, wallClock: ManualWallClock(),
      scenes: Scenes(
        of: NamedScenes { scene in
          if case .write(let friend) = scene { "a text to \(friend.name)" } else { "\(scene)" }
        }, in: navigator))
  }

  private func play(
    _ repository: FakeFriendsRepository, posts: FakePostRepository = FakePostRepository()
  ) -> Task<NavigationEnd, any Error> {
    let screen = makeScreen(repository, posts: posts)
    return Task { try await navigator.run(from: screen, on: terminal) }
  }
}
