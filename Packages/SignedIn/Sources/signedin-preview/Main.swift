import Core
import CoreTesting
import FeatureFlags
import RideUI
import SignedIn
import Terminal
import TerminalTesting

/// Runs the signed-in scope alone, on a cloud that pretends.
@main enum Main {
  static func main() async {
    let program = PreviewProgram(
      "signedin-preview", summary: "Show the signed-in scope alone, with a ride of one minute.",
      variants: FlagSet.signedIn.variants)
    await program.main { terminal, choices in
      let container = SignedInContainer(
        dependencies: try PreviewDependencies(flags: FlagOverrides(choices.flags)))
      let navigator = Navigator(
        shortcuts: container.makeShortcuts(),
        menu: container.makeMenu() + [MenuItem(.character("q"), "Quit") { $0.quit() }])
      _ = try await container.makeRideFlow(navigator: navigator) { _ in [] }.run(on: terminal)
    }
  }
}

/// The dependencies of the signed-in scope, with a cloud in memory.
@MainActor
final class PreviewDependencies: SignedInDependencies, SignedInResponder, NotSignedInResponder {
  private struct FixedLocator: Locator { func currentLocation() -> Location { .defaultLocation } }

  nonisolated let session = UserSession.johnny
  nonisolated private let cloudClient = CloudClient(
    transport: RoutedCloudTransport(preview: PreviewCloud()) { try $0.answer($1) })
  nonisolated let userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  nonisolated let locator: any Locator = FixedLocator()
  nonisolated let flagScope: FlagScope
  nonisolated let services: SystemServices
  nonisolated let liveEvents: LiveEvents
  nonisolated let mapTiles: MapTiles
  nonisolated var accountRemoteAPI: AccountRemoteAPI {
    AccountRemoteAPI(client: cloudClient, session: session)
  }
  var signedInResponder: any SignedInResponder { self }
  nonisolated var places: Places {
    Places(
      remoteAPI: CloudPlaceRemoteAPI(client: cloudClient, flagScope: flagScope),
      locationFile: "/nowhere/location.json", savedPlacesFile: "/nowhere/places.json")
  }
  var notSignedInResponder: any NotSignedInResponder { self }

  nonisolated init(flags: FlagOverrides) throws {
    flagScope = try FlagSet.signedIn.makeScope(overrides: flags)
    services = SystemServices()
    liveEvents = LiveEvents(client: cloudClient, session: session, services: services)
    mapTiles = MapTiles(client: cloudClient, session: session, wallClock: services.wallClock)
  }

  nonisolated func makeRideRemoteAPI() -> any RideRemoteAPI {
    CloudRideRemoteAPI(client: cloudClient, session: session)
  }

  func friendsUnderWay() async -> [InboxItem] { [] }
  func signedIn(to session: UserSession) {}
  func notSignedIn() {}
}
