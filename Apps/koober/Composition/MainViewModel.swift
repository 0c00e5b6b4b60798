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

  /// A session that the cloud has ended, and the scenes that were open in it.
  struct Interruption {
    let session: UserSession
    let scenes: [AnyHashable]
  }

  private(set) var scene = Scene.launching

  /// The interrupted session; after a new sign-in the same rider continues there.
  private(set) var interruption: Interruption?

  /// A further line of the welcome screen.
  private(set) var news: String?

  /// Leaves the screens of the session, and returns the scenes that were open over the first one.
  @ObservationIgnored var leaveScreens: @MainActor () -> [AnyHashable] = { [] }

  nonisolated init() {}

  /// Leaves the scope of a session that the cloud has ended; does nothing when it was left before.
  func sessionEnded(_ session: UserSession) {
    guard case .signedIn(let current) = scene,
      current.remoteSession.token == session.remoteSession.token
    else { return }
    interruption = Interruption(session: session, scenes: leaveScreens())
    scene = .onboarding
  }

  /// Returns the interrupted scenes of a rider, once.
  func takeInterruptedScenes(of session: UserSession) -> [AnyHashable] {
    defer { interruption = nil }
    guard interruption?.session.profile.id == session.profile.id else { return [] }
    return interruption?.scenes ?? []
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
