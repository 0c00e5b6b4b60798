import Core
import Onboarding
import Terminal

extension AppContainer: OnboardingDependencies {
  @MainActor var signedInResponder: any SignedInResponder { mainViewModel }
  @MainActor var notSignedInResponder: any NotSignedInResponder { mainViewModel }

  /// Opens the signed-out scope.
  func makeOnboardingContainer() -> OnboardingContainer {
    OnboardingContainer(dependencies: self)
  }
}

extension CommandContext: OnboardingContext {
  func onboardingContainer() -> OnboardingContainer { container.makeOnboardingContainer() }
}

extension Feature {
  /// Launch, sign-up and sign-in.
  static let onboarding = Feature(commands: { _ in [.signUp, .signIn] }, flags: .onboarding)
}
