import Basics
import Core
import Observation

/// The rider's profile, and the sign-out.
@MainActor @Observable final class ProfileViewModel {
  enum Phase: Equatable {
    case showing
    case signingOut
    /// The session could not be deleted here; the rider is still signed in.
    case failed(FileError)
    case signedOut(SignOutOutcome)
  }

  private(set) var phase = Phase.showing
  private let session: UserSession
  private let userSessionRepository: any UserSessionRepository
  private weak var notSignedInResponder: (any NotSignedInResponder)?

  init(
    session: UserSession, userSessionRepository: any UserSessionRepository,
    notSignedInResponder: any NotSignedInResponder
  ) {
    (self.session, self.userSessionRepository) = (session, userSessionRepository)
    self.notSignedInResponder = notSignedInResponder
  }

  var profile: RiderProfile { session.profile }

  /// Signs out here and in the cloud and calls the responder.
  @discardableResult func signOut() async -> Result<SignOutOutcome, FileError> {
    phase = .signingOut
    do throws(FileError) {
      let outcome = try await userSessionRepository.signOut(session)
      phase = .signedOut(outcome)
      notSignedInResponder?.notSignedIn()
      return .success(outcome)
    } catch {
      phase = .failed(error)
      return .failure(error)
    }
  }

  /// Ends all sessions of the rider and calls the responder; after an error the rider is still
  /// signed in.
  func signOutEverywhere() async -> Result<Void, AuthError> {
    let before = phase
    phase = .signingOut
    do throws(AuthError) {
      try await userSessionRepository.signOutEverywhere(session)
      phase = .signedOut(.revoked)
      notSignedInResponder?.notSignedIn()
      return .success(())
    } catch {
      phase = before
      return .failure(error)
    }
  }
}
