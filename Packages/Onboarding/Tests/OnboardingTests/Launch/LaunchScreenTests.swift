import BasicsTesting
import Basics
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

@testable import Onboarding

@MainActor
struct LaunchScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let responder = RecordingResponder()
  private let frames = GoldenFrames()
  private let failure = FileError(
    .corrupt, path: "/home/johnny/session.json", reason: "it cannot be read")

  @Test func `A stored session needs no key`() async throws {
    #expect(try await launch(stored: .success(.johnny), on: terminal) == .finished)
    #expect(responder.calls == [.signedIn(.johnny)])
  }

  @Test func `An unreadable session is shown before the launch continues`() async throws {
    let run = Task { try await launch(stored: .failure(failure), on: terminal) }
    try await terminal.waitForFrame(containing: "cannot be read")
    #expect(responder.calls == [])

    try await frames.check(terminal, "unreadable")
    terminal.press(.enter)
    #expect(try await run.outcome() == .finished)
    #expect(responder.calls == [.notSignedIn])
  }

  @Test func `An unreadable session in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    let run = Task { try await launch(stored: .failure(failure), on: terminal) }
    try await terminal.waitForText("1: Go on")
    terminal.answer(.line("1"))

    #expect(try await run.outcome() == .finished)
    try frames.check(terminal.printedLines, "unreadable-lines")
  }

  @Test func `A rider may quit instead`() async throws {
    let run = Task { try await launch(stored: .failure(failure), on: terminal) }
    try await terminal.waitForFrame(containing: "cannot be read")
    terminal.press(.escape)

    #expect(try await run.outcome() == .quit)
    #expect(responder.calls == [])
  }

  private func launch(
    stored: Result<UserSession?, FileError>, on terminal: ScriptedTerminal
  ) async throws -> NavigationEnd {
    let navigator = Navigator(clock: ManualClock())
    let screen = LaunchScreen(
      model: LaunchViewModel(
        userSessionRepository: FakeUserSessionRepository(stored: stored),
        signedInResponder: responder, notSignedInResponder: responder),
      navigator: navigator)
    return try await Task { try await navigator.run(from: screen, on: terminal) }.outcome()
  }
}
