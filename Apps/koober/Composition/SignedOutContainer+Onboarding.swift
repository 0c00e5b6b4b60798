import Core
import FeatureFlags
import Onboarding
import Terminal

extension SignedOutContainer: OnboardingDependencies {
  var userSessionRepository: any UserSessionRepository { parent.userSessionRepository }
  var services: SystemServices { parent.services }
  @MainActor var signedInResponder: any SignedInResponder { parent.mainViewModel }
  @MainActor var notSignedInResponder: any NotSignedInResponder { parent.mainViewModel }

  func makeOnboardingContainer() -> OnboardingContainer { OnboardingContainer(dependencies: self) }
}

extension CommandContext: OnboardingContext {
  func onboardingContainer() async -> OnboardingContainer {
    await container.prepareFlags()
    return container.openSignedOutScope().makeOnboardingContainer()
  }
}

extension Feature {
  /// Launch, sign-up and sign-in.
  static let onboarding = Feature(
    commands: { _ in [.signUp, .signIn, .resetPassword] }, flags: .onboarding)
}
