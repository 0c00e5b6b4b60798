import Terminal
import TerminalTesting
import Testing

@testable import Onboarding

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct WelcomeScreenTests {
  private final class Navigator: GoToSignInNavigator, GoToSignUpNavigator {
    var calls: [String] = []

    func goToSignIn() { calls.append("sign in") }
    func goToSignUp() { calls.append("sign up") }
  }

  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator()
  private let frames = GoldenFrames()

  @Test func `The welcome`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForFrame(containing: "Welcome")

    try await frames.check(terminal, "welcome")
    terminal.press(.escape)
    #expect(try await run.outcome == .quit)
  }

  @Test func `The welcome in lines`() async throws {
    let terminal = ScriptedTerminal(.terminal(isAccessible: true), answers: [.line("3")])

    #expect(try await screen.run(on: terminal) == .quit)
    try frames.check(terminal.printedLines, "welcome-lines")
  }

  @Test(arguments: [
    ([Key.enter], OnboardingStep.moved, ["sign in"]), ([.down, .enter], .moved, ["sign up"]),
    ([.character("3"), .enter], .quit, []), ([.escape], .quit, []),
  ])
  func `Each way leads where it says`(
    keys: [Key], step: OnboardingStep, calls: [String]
  ) async throws {
    for key in keys { terminal.press(key) }

    #expect(try await screen.run(on: terminal) == step)
    #expect(navigator.calls == calls)
  }

  private var screen: WelcomeScreen {
    WelcomeScreen(
      model: WelcomeViewModel(goToSignInNavigator: navigator, goToSignUpNavigator: navigator))
  }
}
