public import Commands

/// What the commands of onboarding work with.
public protocol OnboardingContext: ConsoleContext {
  /// Opens the signed-out scope, when the flags that decide in it are there.
  @MainActor func onboardingContainer() async -> OnboardingContainer
}
