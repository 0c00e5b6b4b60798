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

/// Told to show the form for a forgotten password; implemented above the welcome screen.
@MainActor
protocol GoToPasswordResetNavigator: AnyObject {
  func goToPasswordReset()
}

/// The first screen of a signed-out rider: the choice between the ways in.
@MainActor
final class WelcomeViewModel {
  private weak var goToSignInNavigator: (any GoToSignInNavigator)?
  private weak var goToSignUpNavigator: (any GoToSignUpNavigator)?
  private weak var goToPasswordResetNavigator: (any GoToPasswordResetNavigator)?

  init(
    goToSignInNavigator: any GoToSignInNavigator, goToSignUpNavigator: any GoToSignUpNavigator,
    goToPasswordResetNavigator: any GoToPasswordResetNavigator
  ) {
    self.goToPasswordResetNavigator = goToPasswordResetNavigator
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

  /// Goes to the form for a forgotten password.
  func resetPassword() {
    goToPasswordResetNavigator?.goToPasswordReset()
  }
}
