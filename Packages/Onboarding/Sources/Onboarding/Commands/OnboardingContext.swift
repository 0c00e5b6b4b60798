public import Commands

/// What the commands of onboarding work with.
public protocol OnboardingContext: ConsoleContext {
  /// Opens the signed-out scope.
  @MainActor func onboardingContainer() -> OnboardingContainer
}
