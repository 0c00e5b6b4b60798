import Auth
import Core
import FeatureFlags
import Onboarding
import RideUI
import Sharing
import Terminal

/// Another app: Koober's sign-in and sharing, with accounts and friends of the kiosk's own.
@MainActor
final class Kiosk: OnboardingDependencies, SignedInResponder, NotSignedInResponder {
  nonisolated let services: SystemServices
  nonisolated let flagScope: FlagScope
  nonisolated let userSessionRepository: any UserSessionRepository
  private let cloudClient: CloudClient
  private var session: UserSession?

  init(services: SystemServices, cloudTransport: any CloudTransport) throws {
    self.services = services
    cloudClient = CloudClient(transport: cloudTransport)
    flagScope = try FlagSet.onboarding.makeScope()
    userSessionRepository = AuthContainer(dependencies: KioskAuth()).userSessionRepository
  }

  var signedInResponder: any SignedInResponder { self }
  var notSignedInResponder: any NotSignedInResponder { self }

  func signedIn(to session: UserSession) { self.session = session }
  func notSignedIn() { session = nil }

  /// Shows the sign-in and the rider's screens in turn until somebody quits.
  func run(on terminal: any Terminal) async throws {
    var navigator = Navigator(clock: services.screenClock)
    let launch = OnboardingContainer(dependencies: self).makeLaunch()
    var end = try await launch.run(in: navigator, on: terminal)
    while end == .finished {
      navigator = Navigator(clock: services.screenClock)
      if let session {
        let greeting = Destination(session.profile.nickname) { KioskScenes() }
        let sharing = SharingContainer(dependencies: try makeRiderScope(of: session))
        navigator.menu = sharing.makeMenu() + [MenuItem(.character("q"), "Quit") { $0.quit() }]
        end = try await greeting.run(in: navigator, on: terminal)
      } else {
        let onboarding = OnboardingContainer(dependencies: self)
        end = try await onboarding.makeOnboardingFlow(navigator: navigator).run(on: terminal)
      }
    }
  }

  /// Opens the scope of a rider: the friends are the kiosk's, the posts are in the cloud.
  private func makeRiderScope(of session: UserSession) throws -> KioskRider {
    KioskRider(
      friendsRepository: KioskFriendsRepository(),
      postRepository: CloudPostRepository(
        client: cloudClient, session: session, randomBytes: services.randomBytes),
      liveEvents: LiveEvents(client: cloudClient, session: session, services: services),
      mapTiles: MapTiles(client: cloudClient, session: session, wallClock: services.wallClock),
      flagScope: try FlagSet.sharing.makeScope(), services: services)
  }
}

struct KioskRider: SharingDependencies {
  let pagesAddress: String? = nil
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  let liveEvents: LiveEvents
  let mapTiles: MapTiles
  let flagScope: FlagScope
  let services: SystemServices
}

/// The kiosk's only scene, a nickname to greet; the others are Koober's.
struct KioskScenes: SceneContainer {
  func makeScreen(for nickname: String, navigator: Navigator) -> any NavigableScreen {
    KioskScreen(nickname: nickname, navigator: navigator)
  }
}

final class KioskScreen: NavigableScreen {
  let navigator: Navigator
  private let greeting: Styled

  init(nickname: String, navigator: Navigator) {
    greeting = "Hello \(nickname)"
    self.navigator = navigator
  }

  private var actions: [KeyAction] { navigator.menu(on: self) }
  var content: ScreenContent { ScreenContent(facts: [greeting], choices: actions.choices) }

  func draw(in frame: inout Frame) {
    let body = Page(title: "Kiosk", hints: actions.hints).draw(in: &frame)
    frame.write([greeting], in: body)
  }

  func handle(_ key: Key) { actions.perform(key) }
}
