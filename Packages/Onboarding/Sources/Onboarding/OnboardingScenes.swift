import Core
import Terminal

/// The scenes of the signed-out scope.
enum OnboardingScene: Hashable, Sendable {
  /// Decides between the signed-in scope and this one.
  case launch
  /// The ways in, and what has happened before, such as the end of an account.
  case welcome(news: String?)
  case signIn(SignInSetup)
  case signUp
  case passwordReset
}

/// What is known before a sign-in.
struct SignInSetup: Hashable, Sendable {
  /// The e-mail of the rider; empty where it is not known.
  var email = ""
  /// Whether the rider signs in again because a session has ended.
  var isAfterEndedSession = false
}

/// Makes the screens of the signed-out scope.
struct OnboardingScenes: SceneContainer {
  private let container: OnboardingContainer
  init(_ container: OnboardingContainer) { self.container = container }

  func makeScreen(for scene: OnboardingScene, navigator: Navigator) -> any NavigableScreen {
    switch scene {
    case .launch: LaunchScreen(model: container.makeLaunchViewModel(), navigator: navigator)
    case .welcome(let news):
      WelcomeScreen(news: news, scenes: Scenes(of: self, in: navigator))
    case .signIn(let setup):
      makeForm(
        .signIn(email: setup.email),
        for: container.makeSignInViewModel(afterEndedSession: setup.isAfterEndedSession), navigator)
    case .signUp:
      makeForm(.signUp(container.signUpFields), for: container.makeSignUpViewModel(), navigator)
    case .passwordReset:
      makeForm(.passwordReset(), for: container.makePasswordResetViewModel(), navigator)
    }
  }

  private func makeForm(
    _ form: Form<FieldError.Field>, for model: any FormModel<FieldError.Field>,
    _ navigator: Navigator
  ) -> FormScreen<FieldError.Field> {
    FormScreen(model: model, form: form, navigator: navigator) { $0.navigator.close() }
  }
}
