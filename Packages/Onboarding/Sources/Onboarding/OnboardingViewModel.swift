import Observation

/// Where in the signed-out scope the rider is.
@MainActor
@Observable
final class OnboardingViewModel {
  /// A part of the signed-out scope; none needs a value to be entered.
  enum Scene: Equatable {
    case welcome, signIn, signUp
  }

  private(set) var scene = Scene.welcome

  /// Goes back to the choice between sign-in and sign-up.
  func goToWelcome() {
    scene = .welcome
  }
}

extension OnboardingViewModel: GoToSignInNavigator {
  func goToSignIn() {
    scene = .signIn
  }
}

extension OnboardingViewModel: GoToSignUpNavigator {
  func goToSignUp() {
    scene = .signUp
  }
}
