public import Terminal

/// The screens of the signed-out scope.
extension OnboardingContainer {
  /// Returns the screen that decides between the signed-in scope and the signed-out one.
  @MainActor
  public func makeLaunchScreen() -> some Screen<LaunchOutcome> {
    LaunchScreen(model: makeLaunchViewModel(), clock: screenClock)
  }

  /// Returns the screens from the welcome to a session.
  @MainActor
  public func makeOnboardingScreen() -> some Screen<OnboardingOutcome> {
    let model = OnboardingViewModel()
    return OnboardingScreen(model: model) { scene in
      makeScreen(for: scene, of: model)
    }
  }

  @MainActor
  private func makeScreen(
    for scene: OnboardingViewModel.Scene, of model: OnboardingViewModel
  ) -> any Screen<OnboardingStep> {
    switch scene {
    case .welcome:
      WelcomeScreen(
        model: WelcomeViewModel(goToSignInNavigator: model, goToSignUpNavigator: model))
    case .signIn: FormScreen(model: makeSignInViewModel(), form: .signIn(), clock: screenClock)
    case .signUp:
      FormScreen(
        model: makeSignUpViewModel(), form: .signUp(signUpFields), clock: screenClock)
    }
  }
}
