import Auth
import Core
import FeatureFlags
import Onboarding
import OnboardingTesting
import Sharing
import SharingTesting
import Terminal

/// Another app: Koober's sign-in and sharing, with accounts and friends of the kiosk's own.
///
/// It answers what is its own; for all else the doubles of the features are enough.
@MainActor
final class Kiosk: SignedInResponder, NotSignedInResponder {
  let userSessionRepository = AuthContainer(dependencies: KioskAuth()).userSessionRepository
  private let services: SystemServices
  private let cloudTransport: any CloudTransport
  private var session: UserSession?

  init(services: SystemServices, cloudTransport: any CloudTransport) {
    self.services = services
    self.cloudTransport = cloudTransport
  }

  func signedIn(to session: UserSession) { self.session = session }
  func notSignedIn() { session = nil }

  /// Shows the sign-in and the rider's screens in turn until somebody quits.
  func run(on terminal: any Terminal) async throws {
    var navigator = Navigator(clock: services.screenClock)
    let launch = try makeOnboardingContainer().makeLaunch()
    var end = try await launch.run(in: navigator, on: terminal)
    while end == .finished {
      navigator = Navigator(clock: services.screenClock)
      if let session {
        let greeting = Destination(session.profile.nickname) { KioskScenes() }
        let sharing = try makeSharingContainer()
        navigator.menu = sharing.makeMenu() + [MenuItem(.character("q"), "Quit") { $0.quit() }]
        end = try await greeting.run(in: navigator, on: terminal)
      } else {
        let flow = try makeOnboardingContainer().makeOnboardingFlow(navigator: navigator)
        end = try await flow.run(on: terminal)
      }
    }
  }

  /// Opens the signed-out scope: the accounts are the kiosk's.
  private func makeOnboardingContainer() throws -> OnboardingContainer {
    var answers = OnboardingDouble(
      responder: self, flagScope: try FlagSet.onboarding.makeScope(), services: services)
    answers.userSessionRepository = userSessionRepository
    return OnboardingContainer(dependencies: answers)
  }

  /// Opens the scope of a rider: the friends are the kiosk's, the posts are in the cloud.
  private func makeSharingContainer() throws -> SharingContainer {
    var answers = SharingDouble(
      cloud: cloudTransport, flagScope: try FlagSet.sharing.makeScope(), services: services)
    answers.friendsRepository = KioskFriendsRepository()
    answers.pagesAddress = nil
    return SharingContainer(dependencies: answers)
  }
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
