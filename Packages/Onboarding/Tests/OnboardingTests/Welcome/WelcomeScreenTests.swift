import BasicsTesting
import Terminal
import TerminalTesting
import Testing

@testable import Onboarding

@MainActor
struct WelcomeScreenTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator()
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
    ([Key.enter], NavigationEnd.finished, OnboardingScene?.some(.signIn(SignInSetup()))),
    ([.down, .enter], .finished, .signUp), ([.character("3"), .enter], .finished, .passwordReset),
    ([.character("4"), .enter], .quit, nil), ([.escape], .quit, nil),
  ])
  func `Each way leads where it says`(
    keys: [Key], end: NavigationEnd, scene: OnboardingScene?
  ) async throws {
    for key in keys { terminal.press(key) }
    let run = Task { try await play(on: terminal) }
    if let scene {
      try await terminal.waitForFrame(containing: "Here is")
      #expect(navigator.scenes.last == AnyHashable(scene))
      navigator.close()
    }

    #expect(try await run.outcome() == end)
  }

  private func play(on terminal: ScriptedTerminal) async throws -> NavigationEnd {
    let scenes = Scenes(of: NamedScenes<OnboardingScene>(), in: navigator)
    let screen = WelcomeScreen(news: nil, scenes: scenes)
    return try await Task { try await navigator.run(from: screen, on: terminal) }.outcome()
  }
}
