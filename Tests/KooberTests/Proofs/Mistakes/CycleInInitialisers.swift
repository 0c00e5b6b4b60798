import Composition
import Core
import Onboarding

/// A parent that would be asked by its child before it is there itself.
final class KioskContainer: OnboardingDependencies {
  let lifetimeMonitor = LifetimeMonitor()
  let screenClock: any Clock<Duration> = ContinuousClock()
  let signUpOrder: any SignUpOrder
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
    signUpOrder: any SignUpOrder, responder: any SignedInResponder & NotSignedInResponder
  ) {
    self.signUpOrder = signUpOrder
    self.userSessionRepository = userSessionRepository
    signedInResponder = responder
    notSignedInResponder = responder
    #if MISTAKE
      onboardingContainer = OnboardingContainer(dependencies: self)
    #endif
  }
}
