import Core
import Observation
import Terminal

/// The state of a form that ends with a session, and the one way to open it.
@MainActor @Observable class SessionFormModel {
  enum Phase: Equatable {
    case editing
    case signingIn
    case failed(OnboardingError)
    case signedIn(UserSession)
  }

  private(set) var phase = Phase.editing
  private let userSessionRepository: any UserSessionRepository
  private weak var signedInResponder: (any SignedInResponder)?

  required init(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder
  ) {
    (self.userSessionRepository, self.signedInResponder) = (
      userSessionRepository, signedInResponder
    )
  }

  var isEnabled: Bool {
    switch phase {
    case .editing, .failed: true
    case .signingIn, .signedIn: false
    }
  }

  var isDone: Bool { if case .signedIn = phase { true } else { false } }

  /// The error of the last attempt; `nil` without one.
  var failure: OnboardingError? { if case .failed(let failure) = phase { failure } else { nil } }
  var invalidFields: [FieldError.Field] { failure?.fields ?? [] }

  /// Opens a session and calls the responder; does nothing while one is being opened.
  ///
  /// - Parameter problems: The invalid fields; with one of them nothing is sent.
  func openSession(
    unless problems: [FieldError],
    _ open: (any UserSessionRepository) async throws(AuthError) -> UserSession
  ) async {
    guard isEnabled else { return }
    guard problems.isEmpty else {
      phase = .failed(.invalidFields(problems))
      return
    }
    phase = .signingIn
    do throws(AuthError) {
      let session = try await open(userSessionRepository)
      phase = .signedIn(session)
      signedInResponder?.signedIn(to: session)
    } catch {
      phase = .failed(.notAuthenticated(error))
    }
  }
}
