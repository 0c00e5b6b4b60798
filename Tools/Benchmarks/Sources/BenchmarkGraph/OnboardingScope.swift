public import Composition

/// The dependencies of the signed-out scope.
public protocol OnboardingDependencies: Sendable {
  /// Opens sessions.
  var userSessionRepository: any UserSessionRepository { get }
  /// Is told while the scope is alive.
  var lifetimeMonitor: LifetimeMonitor { get }
}

/// The signed-out scope, with the five objects of its screen.
public struct OnboardingContainer: Sendable {
  private let dependencies: any OnboardingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope.
  public init(dependencies: any OnboardingDependencies) {
    self.dependencies = dependencies
    lifetimeProbe = dependencies.lifetimeMonitor.probe("signed out")
  }

  /// Returns the screen with its five objects.
  public func makeOnboardingScreen() -> OnboardingScreen {
    let repository = dependencies.userSessionRepository
    return OnboardingScreen(
      launch: LaunchViewModel(userSessionRepository: repository),
      welcome: WelcomeViewModel(),
      signIn: SignInViewModel(userSessionRepository: repository),
      signUp: SignUpViewModel(userSessionRepository: repository),
      navigator: OnboardingNavigator())
  }
}

/// Five objects that live as long as the screen.
public struct OnboardingScreen {
  let launch: LaunchViewModel
  let welcome: WelcomeViewModel
  let signIn: SignInViewModel
  let signUp: SignUpViewModel
  let navigator: OnboardingNavigator

  /// Collects the objects.
  public init(
    launch: LaunchViewModel, welcome: WelcomeViewModel, signIn: SignInViewModel,
    signUp: SignUpViewModel, navigator: OnboardingNavigator
  ) {
    self.launch = launch
    self.welcome = welcome
    self.signIn = signIn
    self.signUp = signUp
    self.navigator = navigator
  }
}

/// Reads the stored session.
public final class LaunchViewModel {
  private let userSessionRepository: any UserSessionRepository

  /// Creates the object.
  public init(userSessionRepository: any UserSessionRepository) {
    self.userSessionRepository = userSessionRepository
  }
}

/// The first screen.
public final class WelcomeViewModel {
  /// Creates the object.
  public init() {}
}

/// The sign-in form.
public final class SignInViewModel {
  private let userSessionRepository: any UserSessionRepository

  /// Creates the object.
  public init(userSessionRepository: any UserSessionRepository) {
    self.userSessionRepository = userSessionRepository
  }
}

/// The sign-up form.
public final class SignUpViewModel {
  private let userSessionRepository: any UserSessionRepository

  /// Creates the object.
  public init(userSessionRepository: any UserSessionRepository) {
    self.userSessionRepository = userSessionRepository
  }
}

/// Leads from one form to the other.
public final class OnboardingNavigator {
  /// Creates the object.
  public init() {}
}
