import BasicsTesting
import Basics
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

@MainActor
struct ProfileScreenTests {
  private final class Recorder: NotSignedInResponder {
    var calls = 0

    func notSignedIn() { calls += 1 }
  }

  private let terminal = ScriptedTerminal(.terminal())
  private let recorder = Recorder()
  private let frames = GoldenFrames()

  @Test func `Who the rider is`() async throws {
    let run = play(FakeUserSessionRepository())
    try await terminal.waitForFrame(containing: "Mobile number")

    try await frames.check(terminal, "profile")
    terminal.press(.escape)
    #expect(try await run.outcome() == .finished)
    #expect(recorder.calls == 0)
  }

  @Test(arguments: [(7, 2), (6, 1)])
  func `The profile begins below an empty row where there is room`(
    rows: Int, row: Int
  ) async throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 80, rows: rows)))
    let run = play(FakeUserSessionRepository(), on: terminal)
    let frame = try await terminal.waitForFrame(containing: "Johnny Appleseed")

    #expect(frame.lines[row].contains("Johnny Appleseed"))
    run.cancel()
  }

  @Test func `Signing out takes two keys`() async throws {
    let run = play(FakeUserSessionRepository())
    try await terminal.waitForFrame(containing: "Sign out")
    terminal.type("s")
    try await terminal.waitForFrame(containing: "Sign out?")
    terminal.press(.escape)
    try await terminal.waitForFrame { !$0.text.contains("Sign out?") }
    #expect(recorder.calls == 0)
    terminal.type("sy")

    #expect(try await run.outcome() == .finished)
    #expect(recorder.calls == 1)
  }

  @Test func `A cloud that cannot be reached is shown before the rider continues`() async throws {
    let error = CloudError.unreachable(reason: "no route")
    let run = play(FakeUserSessionRepository(signOut: .success(.deletedOnly(error))))
    try await terminal.waitForFrame(containing: "Sign out")
    terminal.type("sy")
    try await terminal.waitForFrame(containing: "the cloud does not know")

    try await frames.check(terminal, "deleted-only")
    terminal.press(.enter)
    #expect(try await run.outcome() == .finished)
  }

  @Test func `A session that cannot be deleted leaves the rider signed in`() async throws {
    let failure = FileError(.notPermitted, path: "/session", reason: "Permission denied")
    let run = play(FakeUserSessionRepository(signOut: .failure(failure)))
    try await terminal.waitForFrame(containing: "Sign out")
    terminal.type("sy")
    try await terminal.waitForFrame(containing: "You are still signed in.")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(recorder.calls == 0)
  }

  @Test func `The profile in lines`() async throws {
    let terminal = ScriptedTerminal(
      .terminal(isAccessible: true), answers: [.line("1"), .line("2"), .line("6")])

    #expect(
      try await play(FakeUserSessionRepository(), on: terminal).outcome() == .finished)
    try frames.check(terminal.printedLines, "lines")
  }

  private func play(
    _ repository: FakeUserSessionRepository, on terminal: ScriptedTerminal? = nil
  ) -> Task<NavigationEnd, any Error> {
    let navigator = Navigator(clock: ManualClock())
    let screen = ProfileScreen(
      model: ProfileViewModel(
        session: .johnny, userSessionRepository: repository, notSignedInResponder: recorder),
      news: AccountNews(), scenes: Scenes(of: NamedScenes(), in: navigator))
    return Task { try await navigator.run(from: screen, on: terminal ?? self.terminal) }
  }
}
