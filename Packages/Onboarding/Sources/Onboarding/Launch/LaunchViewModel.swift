import Basics
import Core
import Observation

/// Decides at launch who is signed in.
@MainActor @Observable final class LaunchViewModel {
  enum Phase: Equatable {
    case launching
    /// The stored session cannot be read; the error is shown before the launch continues.
    case unreadable(FileError)
    case decided
  }

  private(set) var phase = Phase.launching
  private let userSessionRepository: any UserSessionRepository
  private weak var signedInResponder: (any SignedInResponder)?
  private weak var notSignedInResponder: (any NotSignedInResponder)?

  init(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder,
    notSignedInResponder: any NotSignedInResponder
  ) {
    self.userSessionRepository = userSessionRepository
    (self.signedInResponder, self.notSignedInResponder) = (signedInResponder, notSignedInResponder)
  }

  /// Reads the stored session and calls the responder for it, or for its absence.
  func loadUserSession() async {
    phase = .launching
    do throws(FileError) {
      let session = try await userSessionRepository.readUserSession()
      phase = .decided
      if let session {
        signedInResponder?.signedIn(to: session)
      } else {
        notSignedInResponder?.notSignedIn()
      }
    } catch {
      phase = .unreadable(error)
    }
  }

  /// Goes on to the signed-out scope after the rider has seen why the session cannot be read.
  func messageSeen() {
    guard case .unreadable = phase else { return }
    phase = .decided
    notSignedInResponder?.notSignedIn()
  }
}
