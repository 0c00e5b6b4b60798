import AuthenticationExample

/// Knows how every object of the graph is made, and keeps none of them: what lives long is handed to
/// each method that needs it, and by it to the next one.
@MainActor
struct KooberObjectFactories {
  func makeUserSessionRepository(outside: Outside) -> any UserSessionRepository {
    #if FileBasedUserSessionStore
      let dataStore: any UserSessionDataStore = FileUserSessionDataStore(path: outside.sessionFile)
    #else
      let dataStore = outside.userSessionDataStore
    #endif
    return KooberUserSessionRepository(
      remoteAPI: outside.authRemoteAPI, dataStore: dataStore, coder: LineUserSessionCoder())
  }

  func makeMainViewModel(
    outside: Outside, userSessionRepository: any UserSessionRepository
  ) -> MainViewModel {
    MainViewModel(
      makeLaunchViewModel: { main in
        makeLaunchViewModel(userSessionRepository: userSessionRepository, main: main)
      },
      makeOnboardingViewModel: { main in
        makeOnboardingViewModel(
          userSessionRepository: userSessionRepository, signedInResponder: main)
      },
      signedInViewModelFactory: SignedInFactory(
        factories: self, outside: outside, userSessionRepository: userSessionRepository))
  }

  func makeLaunchViewModel(
    userSessionRepository: any UserSessionRepository, main: MainViewModel
  ) -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: userSessionRepository,
      signedInResponder: main,
      notSignedInResponder: main)
  }

  func makeOnboardingViewModel(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder
  ) -> OnboardingViewModel {
    OnboardingViewModel(
      welcomeViewModel: WelcomeViewModel(),
      signedInResponder: signedInResponder,
      makeSignInViewModel: { responder in
        makeSignInViewModel(
          userSessionRepository: userSessionRepository, signedInResponder: responder)
      },
      makeSignUpViewModel: { responder in
        makeSignUpViewModel(
          userSessionRepository: userSessionRepository, signedInResponder: responder)
      })
  }

  func makeSignInViewModel(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder
  ) -> SignInViewModel {
    SignInViewModel(
      userSessionRepository: userSessionRepository, signedInResponder: signedInResponder)
  }

  func makeSignUpViewModel(
    userSessionRepository: any UserSessionRepository, signedInResponder: any SignedInResponder
  ) -> SignUpViewModel {
    SignUpViewModel(
      userSessionRepository: userSessionRepository, signedInResponder: signedInResponder)
  }
}
