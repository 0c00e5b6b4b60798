import Auth
import Composition
import Core
import FeatureFlags
import Onboarding

extension AppContainer: OnboardingDependencies {
  var userSessionRepository: any UserSessionRepository { authContainer.userSessionRepository }
  var signUpOrder: any SignUpOrder { substitutions.signUpOrder.make(in: flagScope) }
  var screenClock: any Clock<Duration> { services.screenClock }
  var lifetimeMonitor: LifetimeMonitor { services.lifetimeMonitor }
  @MainActor var signedInResponder: any SignedInResponder { mainViewModel }
  @MainActor var notSignedInResponder: any NotSignedInResponder { mainViewModel }

  /// Opens the signed-out scope.
  func makeOnboardingContainer() -> OnboardingContainer {
    OnboardingContainer(dependencies: self)
  }
}
