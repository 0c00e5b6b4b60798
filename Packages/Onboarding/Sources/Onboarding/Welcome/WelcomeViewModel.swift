/// Told to show the sign-in form; implemented above the welcome screen.
@MainActor
protocol GoToSignInNavigator: AnyObject {
  func goToSignIn()
}

/// Told to show the sign-up form; implemented above the welcome screen.
@MainActor
protocol GoToSignUpNavigator: AnyObject {
  func goToSignUp()
}

/// The first screen of a signed-out rider: the choice between sign-in and sign-up.
@MainActor
final class WelcomeViewModel {
  private weak var goToSignInNavigator: (any GoToSignInNavigator)?
  private weak var goToSignUpNavigator: (any GoToSignUpNavigator)?

  init(
    goToSignInNavigator: any GoToSignInNavigator, goToSignUpNavigator: any GoToSignUpNavigator
  ) {
    self.goToSignInNavigator = goToSignInNavigator
    self.goToSignUpNavigator = goToSignUpNavigator
  }

  /// Goes to the sign-in form.
  func signIn() {
    goToSignInNavigator?.goToSignIn()
  }

  /// Goes to the sign-up form.
  func signUp() {
    goToSignUpNavigator?.goToSignUp()
  }
}
