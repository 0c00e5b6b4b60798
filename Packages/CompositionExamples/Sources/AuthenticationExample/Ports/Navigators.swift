/// Leads from one onboarding screen to the sign-in form.
@MainActor
public protocol GoToSignInNavigator: AnyObject {
  /// Shows the sign-in form.
  func goToSignIn()
}

/// Leads from one onboarding screen to the sign-up form.
@MainActor
public protocol GoToSignUpNavigator: AnyObject {
  /// Shows the sign-up form.
  func goToSignUp()
}
