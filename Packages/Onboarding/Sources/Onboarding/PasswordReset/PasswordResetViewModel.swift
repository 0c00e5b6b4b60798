import Basics
import Core
import Observation

/// The state of the form for a forgotten password and the one action it offers.
@MainActor
@Observable
final class PasswordResetViewModel {
  enum Phase: Equatable {
    case editing
    case sending
    case failed(OnboardingError)
    case signedIn(UserSession)
  }

  private(set) var phase = Phase.editing

  private let userSessionRepository: any UserSessionRepository
  private weak var signedInResponder: (any SignedInResponder)?

  init(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder
  ) {
    self.userSessionRepository = userSessionRepository
    self.signedInResponder = signedInResponder
  }

  /// Whether the fields and the action are enabled.
  var isEnabled: Bool {
    switch phase {
    case .editing, .failed: true
    case .sending, .signedIn: false
    }
  }

  /// Sets a new password with an operator's code and signs in; does nothing while one is being set.
  func reset(_ reset: PasswordReset) async {
    guard isEnabled else { return }
    var problems: [FieldError] = []
    if reset.email.trimmingBlanks.isEmpty { problems.append(.empty(.email)) }
    if reset.code.revealed.trimmingBlanks.isEmpty { problems.append(.empty(.code)) }
    if let problem = FieldError.checkingNewPassword(reset.password) { problems.append(problem) }
    guard problems.isEmpty else {
      phase = .failed(.invalidFields(problems))
      return
    }
    phase = .sending
    do throws(AuthError) {
      let session = try await userSessionRepository.resetPassword(reset)
      phase = .signedIn(session)
      signedInResponder?.signedIn(to: session)
    } catch {
      phase = .failed(.notAuthenticated(error))
    }
  }
}
