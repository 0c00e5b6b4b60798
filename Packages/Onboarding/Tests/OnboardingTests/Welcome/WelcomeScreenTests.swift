import BasicsTesting
import Terminal
import TerminalTesting
import Testing

@testable import Onboarding

@MainActor
struct WelcomeScreenTests {
  /// Ends the screen as soon as a way was chosen.
  private final class Recorder: WelcomeResponder {
    let navigator = Navigator()
    var calls: [String] = []

    func goToSignIn() { go("sign in") }
    func goToSignUp() { go("sign up") }
    func goToPasswordReset() { go("reset") }

    private func go(_ way: String) {
      calls.append(way)
      navigator.close()
    }
  }

  private let terminal = ScriptedTerminal(.terminal())
  private let recorder = Recorder()
  private let frames = GoldenFrames()

  @Test func `The welcome`() async throws {
    let run = Task { try await play(on: terminal) }
    try await terminal.waitForFrame(containing: "Welcome")

    try await frames.check(terminal, "welcome")
    terminal.press(.escape)
    #expect(try await run.outcome() == .quit)
  }

  @Test func `The welcome in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), answers: [.line("4")])

    #expect(try await play(on: terminal) == .quit)
    try frames.check(terminal.printedLines, "welcome-lines")
  }

  @Test(arguments: [
    ([Key.enter], NavigationEnd.finished, ["sign in"]), ([.down, .enter], .finished, ["sign up"]),
    ([.character("3"), .enter], .finished, ["reset"]),
    ([.character("4"), .enter], .quit, []), ([.escape], .quit, []),
  ])
  func `Each way leads where it says`(
    keys: [Key], end: NavigationEnd, calls: [String]
  ) async throws {
    for key in keys { terminal.press(key) }

    #expect(try await play(on: terminal) == end)
    #expect(recorder.calls == calls)
  }

  private func play(on terminal: ScriptedTerminal) async throws -> NavigationEnd {
    let screen = WelcomeScreen(responder: recorder, navigator: recorder.navigator)
    return try await Task {
      try await recorder.navigator.run(from: screen, on: terminal)
    }.outcome()
  }
}
