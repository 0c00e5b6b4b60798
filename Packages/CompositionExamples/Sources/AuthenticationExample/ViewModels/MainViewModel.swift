/// The root: whether the rider is signed in, and the part of the app that follows from it.
///
/// It creates its children through closures, so that it knows neither their dependencies nor how
/// they are put together. It passes itself to them; they keep it weakly.
@MainActor
public final class MainViewModel: SignedInResponder, NotSignedInResponder {
  /// The shown view, and the only strong reference to it.
  public enum State {
    case launching
    case onboarding(OnboardingViewModel)
    case signedIn(SignedInViewModel)
  }

  /// The shown view.
  public private(set) var state = State.launching

  private let makeLaunchViewModel: (MainViewModel) -> LaunchViewModel
  private let makeOnboardingViewModel: (MainViewModel) -> OnboardingViewModel
  private let signedInViewModelFactory: any SignedInViewModelFactory

  /// Creates the root from what creates its children.
  public init(
    makeLaunchViewModel: @escaping (MainViewModel) -> LaunchViewModel,
    makeOnboardingViewModel: @escaping (MainViewModel) -> OnboardingViewModel,
    signedInViewModelFactory: any SignedInViewModelFactory
  ) {
    self.makeLaunchViewModel = makeLaunchViewModel
    self.makeOnboardingViewModel = makeOnboardingViewModel
    self.signedInViewModelFactory = signedInViewModelFactory
  }

  /// Decides between the two parts; what it needs for that lives until this call returns.
  public func launch() throws(AuthenticationError) { try makeLaunchViewModel(self).loadSession() }
  public func notSignedIn() { state = .onboarding(makeOnboardingViewModel(self)) }

  public func signedIn(to session: UserSession) {
    state = .signedIn(
      signedInViewModelFactory.makeSignedInViewModel(session: session, notSignedInResponder: self))
  }
}

/// Creates the signed-in part; a protocol of one method instead of a closure.
@MainActor
public protocol SignedInViewModelFactory {
  /// Returns the signed-in part of a rider.
  func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel
}
