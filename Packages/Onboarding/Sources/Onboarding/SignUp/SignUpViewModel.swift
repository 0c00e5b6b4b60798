import Core
import Observation

/// The state of the sign-up form and the one action it offers.
@MainActor
@Observable
final class SignUpViewModel {
  enum Phase: Equatable {
    case editing
    case signingUp
    case failed(OnboardingError)
    case signedIn(UserSession)
  }

  var account = NewAccount(
    name: "", nickname: "", email: "", mobileNumber: "", password: Secret(""))
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
    case .signingUp, .signedIn: false
    }
  }

  /// Sends the typed account; does nothing while one is being sent.
  func signUp() async {
    guard isEnabled else { return }
    let problems = account.problems
    guard problems.isEmpty else {
      phase = .failed(.invalidFields(problems))
      return
    }
    phase = .signingUp
    do throws(AuthError) {
      let session = try await userSessionRepository.signUp(account)
      phase = .signedIn(session)
      signedInResponder?.signedIn(to: session)
    } catch {
      phase = .failed(.notAuthenticated(error))
    }
  }
}
