import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

import OnboardingTesting

@testable import Onboarding

@MainActor
struct OnboardingFlowTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let responder = RecordingResponder()

  @Test func `A rider looks at both forms and signs in`() async throws {
    let run = try play()
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "Koober - Sign up")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.up, .enter)
    try await terminal.waitForFrame(containing: "Koober - Sign in")

    terminal.type("johnny@gmail.com")
    terminal.press(.tab)
    terminal.type("correct horse")
    terminal.press(.enter)

    #expect(try await run.outcome() == .finished)
    #expect(responder.calls == [.signedIn(.johnny)])
  }

  @Test func `Each form is new each time`() async throws {
    let run = try play()
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.enter)
    terminal.type("typed")
    try await terminal.waitForFrame(containing: "typed")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.enter)

    let frame = try await terminal.waitForFrame(containing: "Koober - Sign in")
    #expect(!frame.text.contains("typed"))
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.escape)
    #expect(try await run.outcome() == .quit)
  }

  @Test func `A rider who forgot the password types the operator's code`() async throws {
    let run = try play()
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.down, .down, .enter)
    try await terminal.waitForFrame(containing: "Koober - Set a new password")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.escape)

    #expect(try await run.outcome() == .quit)
  }

  private func play() throws -> Task<NavigationEnd, any Error> {
    let container = OnboardingContainer(
      dependencies: try OnboardingDouble(responder: responder))
    let flow = container.makeOnboardingFlow(navigator: Navigator())
    return Task { try await flow.run(on: terminal) }
  }
}
