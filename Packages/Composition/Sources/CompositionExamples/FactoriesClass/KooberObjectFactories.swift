import AuthenticationExample

/// Knows how every object of the graph is made, and keeps none of them.
///
/// An object is made in one place, however many ask for it; what it is made of is still global.
@MainActor
struct KooberObjectFactories {
  func makeUserSessionRepository() -> any UserSessionRepository {
    KooberUserSessionRepository(
      remoteAPI: makeAuthRemoteAPI(),
      dataStore: makeUserSessionDataStore(),
      coder: makeUserSessionCoder())
  }

  func makeAuthRemoteAPI() -> any AuthRemoteAPI {
    guard let outside = globalOutside else { notSetUp() }
    return outside.authRemoteAPI
  }

  func makeUserSessionDataStore() -> any UserSessionDataStore {
    guard let outside = globalOutside else { notSetUp() }
    #if FileBasedUserSessionStore
      return FileUserSessionDataStore(path: outside.sessionFile)
    #else
      return outside.userSessionDataStore
    #endif
  }

  func makeUserSessionCoder() -> any UserSessionCoding {
    LineUserSessionCoder()
  }

  func sharedUserSessionRepository() -> any UserSessionRepository {
    guard let repository = globalUserSessionRepository else { notSetUp() }
    return repository
  }

  func makeMainViewModel() -> MainViewModel {
    MainViewModel(
      makeLaunchViewModel: makeLaunchViewModel,
      makeOnboardingViewModel: makeOnboardingViewModel,
      signedInViewModelFactory: self)
  }

  func makeLaunchViewModel(main: MainViewModel) -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: sharedUserSessionRepository(),
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
      userSessionRepository: sharedUserSessionRepository(), signedInResponder: signedInResponder)
  }

  func makeSignUpViewModel(signedInResponder: any SignedInResponder) -> SignUpViewModel {
    SignUpViewModel(
      userSessionRepository: sharedUserSessionRepository(), signedInResponder: signedInResponder)
  }
}
