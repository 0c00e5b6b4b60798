import Core

/// Records what a scope told the one above it.
@MainActor
final class RecordingResponder: SignedInResponder, NotSignedInResponder {
  enum Call: Equatable {
    case signedIn(UserSession)
    case notSignedIn
  }

  private(set) var calls: [Call] = []

  func signedIn(to session: UserSession) {
    calls.append(.signedIn(session))
  }

  func notSignedIn() {
    calls.append(.notSignedIn)
  }
}
