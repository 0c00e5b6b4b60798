import Core
import CoreTesting
import FeatureFlags
import FoundationEssentials
import Glibc
import SignedIn
import Terminal
import TerminalTesting

/// Runs the signed-in scope alone, on a cloud that pretends.
@main
enum Main {
  static func main() async {
    let status = await PreviewProgram.run(ProcessInfo.processInfo.environment) { terminal in
      let container = SignedInContainer(dependencies: try PreviewDependencies())
      let navigator = Navigator(
        shortcuts: container.makeShortcuts(),
        menu: container.makeMenu() + [MenuItem(.character("q"), "Quit") { $0.quit() }])
      _ = try await container.makeRideFlow(navigator: navigator) { _ in [] }.run(on: terminal)
    }
    exit(status)
  }
}

/// The dependencies of the signed-in scope, with a cloud in memory and the built-in flags.
@MainActor
final class PreviewDependencies: SignedInDependencies, SignedInResponder, NotSignedInResponder {
  private struct FixedLocator: Locator {
    func currentLocation() -> Location { .defaultLocation }
  }

  nonisolated let session = UserSession.johnny
  nonisolated let cloudClient = CloudClient(transport: PreviewCloud())
  nonisolated let userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  nonisolated let locator: any Locator = FixedLocator()
  nonisolated let flagScope: FlagScope
  nonisolated let services = SystemServices()
  var signedInResponder: any SignedInResponder { self }
  nonisolated var places: Places {
    Places(
      cloudClient: cloudClient, flagScope: flagScope, locationFile: "/nowhere/location.json",
      savedPlacesFile: "/nowhere/places.json")
  }
  var notSignedInResponder: any NotSignedInResponder { self }

  nonisolated init() throws { flagScope = try FlagSet.signedIn.makeScope() }

  func signedIn(to session: UserSession) {}
  func notSignedIn() {}
}
