public import AuthenticationExample

/// Every object is created where it is needed; what is shared is global.
///
/// Nothing to set up and nothing to pass around, as long as the app is small. Each consumer repeats
/// how a repository is made, and a second instance of this composition replaces what the first one
/// shares.
public struct OnDemandComposition: AuthenticationComposition {
  public init(outside: Outside) {
    globalOutside = outside
  }

  public func makeMainViewModel() -> MainViewModel {
    MainViewModel(
      makeLaunchViewModel: { main in
        LaunchViewModel(
          userSessionRepository: KooberUserSessionRepository(
            remoteAPI: globalOutside.authRemoteAPI, dataStore: globalUserSessionDataStore,
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
                remoteAPI: globalOutside.authRemoteAPI, dataStore: globalUserSessionDataStore,
                coder: LineUserSessionCoder()),
              signedInResponder: responder)
          },
          makeSignUpViewModel: { responder in
            SignUpViewModel(
              userSessionRepository: KooberUserSessionRepository(
                remoteAPI: globalOutside.authRemoteAPI, dataStore: globalUserSessionDataStore,
                coder: LineUserSessionCoder()),
              signedInResponder: responder)
          })
      },
      signedInViewModelFactory: OnDemandSignedInViewModelFactory())
  }
}
