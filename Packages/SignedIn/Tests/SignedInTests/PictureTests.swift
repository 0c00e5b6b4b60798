import FeatureFlags
import Terminal
import TerminalTesting
import Testing

@testable import SignedIn

/// The pictures of the README: the kinds of ride with each variant of their flag.
@MainActor
struct PictureTests {
  @Test(arguments: FlagSet.signedIn.variants["ride-options-layout"] ?? [])
  func `The kinds of ride`(layout: String) async throws {
    let terminal = ScriptedTerminal(
      .terminal(TerminalSize(columns: 80, rows: 22), color: .full))
    let stage = PickMeUpScreenStage(
      flagScope: try FlagSet.signedIn.makeScope(overrides: ["ride-options-layout": layout]),
      on: terminal)
    let run = stage.play()
    try await stage.chooseAppleStore()

    try await GoldenFrames().checkPictures(terminal, layout)
    run.cancel()
  }
}
