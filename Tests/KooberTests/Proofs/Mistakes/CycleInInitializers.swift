import Core
import FeatureFlags
import Onboarding

/// A parent that would be asked by its child before it is there itself.
final class KioskContainer: OnboardingDependencies {
  let services = SystemServices()
  let flagScope: FlagScope
  let userSessionRepository: any UserSessionRepository
  let signedInResponder: any SignedInResponder
  let notSignedInResponder: any NotSignedInResponder

  #if MISTAKE
    let onboardingContainer: OnboardingContainer
  #else
    func makeOnboardingContainer() -> OnboardingContainer {
      OnboardingContainer(dependencies: self)
    }
  #endif

  @MainActor
  init(
    userSessionRepository: any UserSessionRepository,
    flagScope: FlagScope, responder: any SignedInResponder & NotSignedInResponder
  ) {
    self.flagScope = flagScope
    self.userSessionRepository = userSessionRepository
    signedInResponder = responder
    notSignedInResponder = responder
    #if MISTAKE
      onboardingContainer = OnboardingContainer(dependencies: self)
    #endif
  }
}
