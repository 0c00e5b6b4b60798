public import Commands

/// The context of the commands of onboarding.
public protocol OnboardingContext: ConsoleContext {
  /// Opens the signed-out scope, when the flags that decide in it are there.
  @MainActor func onboardingContainer() async -> OnboardingContainer
}
