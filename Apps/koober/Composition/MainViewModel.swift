import Core
import Observation

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

  private(set) var scene = Scene.launching

  nonisolated init() {}
}

extension MainViewModel: SignedInResponder {
  func signedIn(to session: UserSession) {
    scene = .signedIn(session)
  }
}

extension MainViewModel: NotSignedInResponder {
  func notSignedIn() {
    scene = .onboarding
  }
}
