public import Core
public import Terminal

/// Leads from the welcome to a session.
@MainActor public final class OnboardingFlow {
  private let container: OnboardingContainer
  private let navigator: Navigator

  init(container: OnboardingContainer, navigator: Navigator) {
    (self.container, self.navigator) = (container, navigator)
  }

  /// Shows the screens until there is a session or the rider leaves.
  ///
  /// - Parameters:
  ///   - terminal: Shows the screens.
  ///   - endedSession: The session that the cloud has ended, whose rider signs in again.
  ///   - news: An additional line of the welcome screen.
  public func run(
    on terminal: any Terminal, endedSession: UserSession? = nil, news: String? = nil
  ) async throws -> NavigationEnd {
    if let endedSession {
      // The welcome begins below before the form comes over it.
      Task {
        show(
          .signIn(email: endedSession.profile.email),
          for: container.makeSignInViewModel(afterEndedSession: true))
      }
    }
    return try await navigator.run(
      from: WelcomeScreen(responder: self, navigator: navigator, news: news), on: terminal)
  }

  private func show(_ form: Form<FieldError.Field>, for model: any FormModel<FieldError.Field>) {
    navigator.push(
      FormScreen(model: model, form: form, navigator: navigator) { $0.navigator.close() })
  }
}

extension OnboardingFlow: WelcomeResponder {
  func goToSignIn() { show(.signIn(), for: container.makeSignInViewModel()) }
  func goToSignUp() { show(.signUp(container.signUpFields), for: container.makeSignUpViewModel()) }
  func goToPasswordReset() { show(.passwordReset(), for: container.makePasswordResetViewModel()) }
}
