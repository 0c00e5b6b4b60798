/// The first screen: sign in or sign up.
@MainActor
public final class WelcomeViewModel {
  /// Who leads on. Set by the owner of this screen, and weak because the owner keeps the screen.
  public weak var goToSignInNavigator: (any GoToSignInNavigator)?
  /// Who leads on. Set by the owner of this screen, and weak because the owner keeps the screen.
  public weak var goToSignUpNavigator: (any GoToSignUpNavigator)?

  /// Creates the screen; it leads nowhere until its navigators are set.
  public init() {}
  /// Leads to the sign-in form.
  public func signIn() { goToSignInNavigator?.goToSignIn() }
  /// Leads to the sign-up form.
  public func signUp() { goToSignUpNavigator?.goToSignUp() }
}
