import BasicsTesting
import Core
import CoreTesting
import FeatureFlags
import RideUI
import Terminal
import TerminalTesting
import Testing

import SharingTesting

@testable import Sharing

/// The pictures of the README: sharing with each variant of its flag.
@MainActor
struct PictureTests {
  @Test(arguments: FlagSet.sharing.variants["notification-service"] ?? [])
  func `The friends after a text was shared`(look: String) async throws {
    let scope = try FlagSet.sharing.makeScope(overrides: ["notification-service": look])
    var dependencies = SharingDouble(flagScope: scope)
    dependencies.friendsRepository = FakeFriendsRepository(.withInvitations)
    dependencies.postRepository = FakePostRepository()
    let container = SharingContainer(dependencies: dependencies)
    let navigator = Navigator.sample()
    let terminal = ScriptedTerminal(
      .terminal(TerminalSize(columns: 80, rows: 12), color: .full))
    let friends = container.makeDestination(.friends)
    let run = Task { try await friends.run(in: navigator, on: terminal) }

    try await terminal.waitForFrame(containing: "invites you")
    terminal.press(.down, .enter)
    try await terminal.waitForFrame(containing: "Write to Grace")
    terminal.type("On my way")
    terminal.press(.enter)
    try await GoldenFrames().checkPictures(terminal, look) { frame in
      frame.text.contains("Shared with Grace.") && frame.text.contains("invites you")
    }
    terminal.press(.escape)
    #expect(try await run.outcome() == .finished)
  }
}
