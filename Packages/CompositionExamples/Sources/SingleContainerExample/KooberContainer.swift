public import AuthenticationExample

/// Makes every object of the graph and keeps every shared one, for as long as the process runs.
///
/// No globals, and two containers know nothing of each other. What exists only while a rider is
/// signed in, or only during a pick-up, is optional here, and has to be cleared by hand.
@MainActor
public final class KooberContainer: AuthenticationComposition {
  let outside: Outside
  let userSessionRepository: any UserSessionRepository
  var session: UserSession?
  var rideOptionCache: RideOptionCache?
  var rideRemoteAPI: (any RideRemoteAPI)?

  /// Creates the container with what is shared from the start.
  public init(outside: Outside) {
    self.outside = outside
    #if FileBasedUserSessionStore
      let dataStore: any UserSessionDataStore = FileUserSessionDataStore(path: outside.sessionFile)
    #else
      let dataStore = outside.userSessionDataStore
    #endif
    userSessionRepository = KooberUserSessionRepository(
      remoteAPI: outside.authRemoteAPI, dataStore: dataStore, coder: LineUserSessionCoder())
  }

  public func makeMainViewModel() -> MainViewModel {
    MainViewModel(
      makeLaunchViewModel: makeLaunchViewModel,
      makeOnboardingViewModel: makeOnboardingViewModel,
      signedInViewModelFactory: self)
  }

  func makeLaunchViewModel(main: MainViewModel) -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: userSessionRepository,
      signedInResponder: main,
      notSignedInResponder: main)
  }

  func makeOnboardingViewModel(signedInResponder: any SignedInResponder) -> OnboardingViewModel {
    OnboardingViewModel(
      welcomeViewModel: WelcomeViewModel(),
      signedInResponder: signedInResponder,
      makeSignInViewModel: makeSignInViewModel,
      makeSignUpViewModel: makeSignUpViewModel)
  }

  func makeSignInViewModel(signedInResponder: any SignedInResponder) -> SignInViewModel {
    SignInViewModel(
      userSessionRepository: userSessionRepository, signedInResponder: signedInResponder)
  }

  func makeSignUpViewModel(signedInResponder: any SignedInResponder) -> SignUpViewModel {
    SignUpViewModel(
      userSessionRepository: userSessionRepository, signedInResponder: signedInResponder)
  }
}
