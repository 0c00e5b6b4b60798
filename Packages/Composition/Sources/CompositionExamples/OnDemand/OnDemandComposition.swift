public import AuthenticationExample

/// Every object is created where it is needed; what is shared is global.
///
/// Nothing to set up and nothing to pass around, as long as the app is small. A second instance of
/// this composition replaces what the first one shares.
public struct OnDemandComposition: AuthenticationComposition {
  public init(outside: Outside) {
    globalOutside = outside
    #if FileBasedUserSessionStore
      let dataStore: any UserSessionDataStore = FileUserSessionDataStore(path: outside.sessionFile)
    #else
      let dataStore = outside.userSessionDataStore
    #endif
    globalUserSessionRepository = KooberUserSessionRepository(
      remoteAPI: outside.authRemoteAPI, dataStore: dataStore, coder: LineUserSessionCoder())
  }

  public func makeMainViewModel() -> MainViewModel {
    MainViewModel(
      makeLaunchViewModel: { main in
        guard let repository = globalUserSessionRepository else { notSetUp() }
        return LaunchViewModel(
          userSessionRepository: repository,
          signedInResponder: main,
          notSignedInResponder: main)
      },
      makeOnboardingViewModel: { main in
        OnboardingViewModel(
          welcomeViewModel: WelcomeViewModel(),
          signedInResponder: main,
          makeSignInViewModel: { responder in
            guard let repository = globalUserSessionRepository else { notSetUp() }
            return SignInViewModel(
              userSessionRepository: repository, signedInResponder: responder)
          },
          makeSignUpViewModel: { responder in
            guard let repository = globalUserSessionRepository else { notSetUp() }
            return SignUpViewModel(
              userSessionRepository: repository, signedInResponder: responder)
          })
      },
      signedInViewModelFactory: OnDemandSignedInViewModelFactory())
  }
}

/// Ends the program: a global was used before it was set, which the compiler cannot see.
func notSetUp() -> Never {
  fatalError("Create an OnDemandComposition before any part of the graph is used.")
}
