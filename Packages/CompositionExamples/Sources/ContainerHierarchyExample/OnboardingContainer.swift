public import AuthenticationExample
public import Composition

/// The dependencies of the signed-out scope, from its parent.
public protocol OnboardingDependencies: Sendable {
  /// Opens and stores sessions.
  var userSessionRepository: any UserSessionRepository { get }
  /// Is told while the scope is alive.
  var lifetimeMonitor: LifetimeMonitor { get }
}

/// The signed-out scope: welcome, sign in, sign up.
public struct OnboardingContainer: Sendable {
  private let userSessionRepository: any UserSessionRepository
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope.
  public init(dependencies: any OnboardingDependencies) {
    userSessionRepository = dependencies.userSessionRepository
    lifetimeProbe = LifetimeProbe("signed out", in: dependencies.lifetimeMonitor)
  }

  /// Returns the signed-out part of the app.
  @MainActor
  public func makeOnboardingViewModel(
    signedInResponder: any SignedInResponder
  ) -> OnboardingViewModel {
    OnboardingViewModel(
      welcomeViewModel: WelcomeViewModel(),
      signedInResponder: signedInResponder,
      makeSignInViewModel: makeSignInViewModel,
      makeSignUpViewModel: makeSignUpViewModel)
  }

  @MainActor
  func makeSignInViewModel(signedInResponder: any SignedInResponder) -> SignInViewModel {
    SignInViewModel(
      userSessionRepository: userSessionRepository, signedInResponder: signedInResponder)
  }

  @MainActor
  func makeSignUpViewModel(signedInResponder: any SignedInResponder) -> SignUpViewModel {
    SignUpViewModel(
      userSessionRepository: userSessionRepository, signedInResponder: signedInResponder)
  }
}
