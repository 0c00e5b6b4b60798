public import AuthenticationExample

/// Every object is created where it is needed; what is shared is global.
///
/// Nothing to set up and nothing to pass around, as long as the app is small. Each consumer repeats
/// how a repository is made. What is global is made of the first outside that the process uses; another
/// one needs another process.
public struct OnDemandComposition: AuthenticationComposition {
  public init(outside: Outside) {
    Outside.ofThisProcess = outside
  }

  public func makeMainViewModel() -> MainViewModel {
    MainViewModel(
      makeLaunchViewModel: { main in
        LaunchViewModel(
          userSessionRepository: KooberUserSessionRepository(
            remoteAPI: globalAuthRemoteAPI, dataStore: globalUserSessionDataStore,
            coder: LineUserSessionCoder()),
          signedInResponder: main,
          notSignedInResponder: main)
      },
      makeOnboardingViewModel: { main in
        OnboardingViewModel(
          welcomeViewModel: WelcomeViewModel(),
          signedInResponder: main,
          makeSignInViewModel: { responder in
            SignInViewModel(
              userSessionRepository: KooberUserSessionRepository(
                remoteAPI: globalAuthRemoteAPI, dataStore: globalUserSessionDataStore,
                coder: LineUserSessionCoder()),
              signedInResponder: responder)
          },
          makeSignUpViewModel: { responder in
            SignUpViewModel(
              userSessionRepository: KooberUserSessionRepository(
                remoteAPI: globalAuthRemoteAPI, dataStore: globalUserSessionDataStore,
                coder: LineUserSessionCoder()),
              signedInResponder: responder)
          })
      },
      signedInViewModelFactory: OnDemandSignedInViewModelFactory())
  }
}
