import BasicsTesting
import FeatureFlags
import Terminal
import TerminalTesting
import Testing

import OnboardingTesting

@testable import Onboarding

/// The pictures of the README: the sign-up with each variant of its flag.
@MainActor
struct PictureTests {
  @Test(arguments: FlagSet.onboarding.variants["onboarding-order"] ?? [])
  func `The form of the sign-up`(order: String) async throws {
    let dependencies = try OnboardingDouble(
      responder: RecordingResponder(), flags: ["onboarding-order": order])
    let terminal = ScriptedTerminal(
      .terminal(TerminalSize(columns: 80, rows: 14), color: .full))
    let flow = OnboardingContainer(dependencies: dependencies)
      .makeOnboardingFlow(navigator: .sample())
    let run = Task { try await flow.run(on: terminal) }

    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "Mobile number")

    try await GoldenFrames().checkPictures(terminal, order)
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Welcome")
    terminal.press(.escape)
    #expect(try await run.outcome() == .quit)
  }
}
