import Core
import Observation
import Terminal

/// Which of the two worlds the program is in: signed out or signed in.
@MainActor
@Observable
final class MainViewModel {
  /// A world, with the value that it cannot be entered without.
  enum Scene: Equatable {
    case launching
    case onboarding
    case signedIn(UserSession)
  }

  /// A session that the cloud has ended, and the screens that were shown in it.
  struct Interruption {
    let session: UserSession
    let kinds: [any NavigableScreen.Type]
  }

  private(set) var scene = Scene.launching

  /// The interrupted session; after a new sign-in the same rider continues there.
  private(set) var interruption: Interruption?

  /// A further line of the welcome screen.
  private(set) var news: String?

  /// Leaves the screens of the session, and returns the kinds of those that were open.
  @ObservationIgnored var leaveScreens: @MainActor () -> [any NavigableScreen.Type] = { [] }

  nonisolated init() {}

  /// Leaves the scope of a session that the cloud has ended; does nothing when it was left before.
  func sessionEnded(_ session: UserSession) {
    guard case .signedIn(let current) = scene,
      current.remoteSession.token == session.remoteSession.token
    else { return }
    interruption = Interruption(session: session, kinds: leaveScreens())
    scene = .onboarding
  }

  /// Returns the interrupted screens of a rider, once.
  func takeInterruptedScreens(of session: UserSession) -> [any NavigableScreen.Type] {
    defer { interruption = nil }
    guard interruption?.session.profile.id == session.profile.id else { return [] }
    return interruption?.kinds ?? []
  }
}

extension MainViewModel: SignedInResponder {
  func signedIn(to session: UserSession) {
    news = nil
    scene = .signedIn(session)
  }
}

extension MainViewModel: NotSignedInResponder {
  func notSignedIn() {
    interruption = nil
    scene = .onboarding
  }

  func accountDeleted() {
    notSignedIn()
    news = "Your account is deleted."
  }
}
