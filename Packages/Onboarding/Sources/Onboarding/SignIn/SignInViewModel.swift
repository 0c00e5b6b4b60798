import Basics
import Core
import Observation

/// The state of the sign-in form and the one action it offers.
@MainActor
@Observable
final class SignInViewModel {
  enum Phase: Equatable {
    case editing
    case signingIn
    case failed(OnboardingError)
    case signedIn(UserSession)
  }

  var email = ""
  var password = Secret("")
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
    case .signingIn, .signedIn: false
    }
  }

  /// Signs in with the typed credentials; does nothing during a sign-in.
  func signIn() async {
    guard isEnabled else { return }
    let problems = emptyFields
    guard problems.isEmpty else {
      phase = .failed(.invalidFields(problems))
      return
    }
    phase = .signingIn
    do throws(AuthError) {
      let credentials = Credentials(email: email, password: password)
      let session = try await userSessionRepository.signIn(with: credentials)
      phase = .signedIn(session)
      signedInResponder?.signedIn(to: session)
    } catch {
      phase = .failed(.notAuthenticated(error))
    }
  }

  private var emptyFields: [FieldError] {
    var problems: [FieldError] = []
    if email.trimmingBlanks.isEmpty { problems.append(.empty(.email)) }
    if password.revealed.isEmpty { problems.append(.empty(.password)) }
    return problems
  }
}
