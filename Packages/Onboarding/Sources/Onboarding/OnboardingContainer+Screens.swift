public import Terminal

/// The screens of the signed-out scope.
extension OnboardingContainer {
  /// Returns the screen that decides between the signed-in scope and the signed-out one.
  @MainActor
  public func makeLaunchScreen(navigator: Navigator) -> some NavigableScreen {
    LaunchScreen(model: makeLaunchViewModel(), navigator: navigator, clock: screenClock)
  }

  /// Returns the way from the welcome to a session.
  @MainActor
  public func makeOnboardingFlow(navigator: Navigator) -> OnboardingFlow {
    OnboardingFlow(container: self, navigator: navigator)
  }
}
