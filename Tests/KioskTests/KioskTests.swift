import BasicsTesting
import Core
import CoreTesting
import SharingTesting
import Terminal
import TerminalTesting
import Testing

/// Another app reuses the features through their public faces alone, with ports of its own.
@MainActor
struct KioskTests {
  private let cloud: ScriptedCloudTransport
  private let kiosk: Kiosk
  private let terminal = ScriptedTerminal(.terminal())

  init() throws {
    let post = Post(
      id: Identifier("post-1"), author: Person(id: Identifier("johnny"), name: "Johnny"),
      text: "See you there", ride: nil, createdAt: ManualWallClock().now)
    cloud = ScriptedCloudTransport([
      .success(try .document(Inbox(items: []))), .success(try .document(post)),
      .success(try .document(Empty())),
    ])
    kiosk = Kiosk(
      services: SystemServices(
        wallClock: ManualWallClock(), screenClock: ManualClock(),
        randomBytes: SeededRandomBytes()), cloudTransport: cloud)
  }

  @Test func `A rider signs in, sees the kiosk's friends and writes to one`() async throws {
    let repository = kiosk.userSessionRepository
    _ = try await repository.signOut(try await repository.signUp(.johnny))
    let run = Task { try await kiosk.run(on: terminal) }

    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Sign in")
    terminal.type("johnny@gmail.com")
    terminal.press(.tab)
    terminal.type("correct horse")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Hello Johnny")
    terminal.press(.character("f"))
    let list = try await terminal.waitForFrame { frame in
      frame.text.contains("Friends") && !frame.text.contains("Asking for your friends")
        && !frame.text.contains("Hello")
    }
    try #require(list.text.contains("kim@kiosk.org"), "Another repository's friends are shown.")
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "Write to Kim")
    terminal.type("See you there")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Shared with Kim.")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Hello Johnny")
    terminal.press(.character("q"))

    try await run.outcome()
    #expect(
      await cloud.requests.map(\.path) == [["inbox"], ["posts"], ["posts", "post-1", "shares"]])
    #expect(try await repository.readUserSession()?.profile.email == "johnny@gmail.com")
  }

  @Test func `The kiosk's friends keep the contract`() async throws {
    let contract = FriendsRepositoryContract(of: KioskFriendsRepository())
    let violations = try await contract.violations()

    #expect(violations == [])
  }
}
