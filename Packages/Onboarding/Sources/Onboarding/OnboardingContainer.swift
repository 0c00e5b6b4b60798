import Composition

/// The signed-out scope: from the launch to a session.
public struct OnboardingContainer: Sendable {
  private let dependencies: any OnboardingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope; nothing is read or asked yet.
  public init(dependencies: any OnboardingDependencies) {
    self.dependencies = dependencies
    lifetimeProbe = dependencies.lifetimeMonitor.probe("signed out")
  }

  /// Measures the time between two pictures of what moves.
  var screenClock: any Clock<Duration> { dependencies.screenClock }

  /// The order in which the sign-up asks; each call counts as meeting it.
  var signUpOrder: any SignUpOrder { dependencies.signUpOrder }

  @MainActor
  func makeLaunchViewModel() -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: dependencies.userSessionRepository,
      signedInResponder: dependencies.signedInResponder,
      notSignedInResponder: dependencies.notSignedInResponder)
  }

  @MainActor
  func makeSignInViewModel() -> SignInViewModel {
    SignInViewModel(
      userSessionRepository: dependencies.userSessionRepository,
      signedInResponder: dependencies.signedInResponder)
  }

  @MainActor
  func makeSignUpViewModel() -> SignUpViewModel {
    SignUpViewModel(
      userSessionRepository: dependencies.userSessionRepository,
      signedInResponder: dependencies.signedInResponder)
  }
}
