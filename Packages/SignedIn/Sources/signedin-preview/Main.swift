import Core
import CoreTesting
import FeatureFlags
import SignedIn
import SignedInTesting
import Terminal
import TerminalTesting

/// Runs the signed-in scope alone, on a cloud that pretends.
@main enum Main {
  static func main() async {
    let program = PreviewProgram(
      "signedin-preview", summary: "Show the signed-in scope alone, with a ride of one minute.",
      variants: FlagSet.signedIn.variants)
    await program.main { terminal, choices in
      let cloud = RoutedCloudTransport(preview: PreviewCloud()) { try $0.answer($1) }
      let flags = try FlagSet.signedIn.makeScope(overrides: FlagOverrides(choices.flags))
      let container = SignedInContainer(
        dependencies: SignedInDouble(
          cloud: cloud, location: .defaultLocation, responder: PreviewResponder(),
          flagScope: flags, services: SystemServices()))
      let navigator = Navigator(
        shortcuts: container.makeShortcuts(),
        menu: container.makeMenu() + [MenuItem(.character("q"), "Quit") { $0.quit() }])
      _ = try await container.makeRideFlow(navigator: navigator) { _ in [] }.run(on: terminal)
    }
  }
}

/// Signs nobody in or out.
@MainActor final class PreviewResponder: SignedInResponder, NotSignedInResponder {
  nonisolated init() {}
  func signedIn(to session: UserSession) {}
  func notSignedIn() {}
}
