public import AuthenticationExample
public import Composition

/// The process scope: what lives from start to end, and the way to its children.
public struct AppContainer: Sendable {
  /// Who is signed in; shared by all scopes.
  public let userSessionRepository: any UserSessionRepository
  /// Which scopes are alive.
  public let lifetimeMonitor: LifetimeMonitor
  /// Decides which ride API a pick-up uses.
  public let rideRemoteAPIVariant: @Sendable () -> RideRemoteAPIVariant
  private let lifetimeProbe: LifetimeProbe

  /// Opens the process scope over what is outside of the program.
  public init(outside: Outside) {
    #if FileBasedUserSessionStore
      let dataStore: any UserSessionDataStore = FileUserSessionDataStore(path: outside.sessionFile)
    #else
      let dataStore = outside.userSessionDataStore
    #endif
    userSessionRepository = KooberUserSessionRepository(
      remoteAPI: outside.authRemoteAPI, dataStore: dataStore, coder: LineUserSessionCoder())
    rideRemoteAPIVariant = outside.rideRemoteAPIVariant
    let monitor = LifetimeMonitor()
    (lifetimeMonitor, lifetimeProbe) = (monitor, LifetimeProbe("process", in: monitor))
  }

  /// Returns the root of the graph.
  @MainActor
  public func makeMainViewModel() -> MainViewModel {
    MainViewModel(
      makeLaunchViewModel: makeLaunchViewModel,
      makeOnboardingViewModel: { main in
        OnboardingContainer(dependencies: self).makeOnboardingViewModel(signedInResponder: main)
      },
      signedInViewModelFactory: self)
  }

  @MainActor
  func makeLaunchViewModel(main: MainViewModel) -> LaunchViewModel {
    LaunchViewModel(
      userSessionRepository: userSessionRepository,
      signedInResponder: main,
      notSignedInResponder: main)
  }
}

extension AppContainer: AuthenticationComposition, OnboardingDependencies, SignedInDependencies {}

extension AppContainer: SignedInViewModelFactory {
  @MainActor
  public func makeSignedInViewModel(
    session: UserSession, notSignedInResponder: any NotSignedInResponder
  ) -> SignedInViewModel {
    SignedInContainer(dependencies: self, session: session)
      .makeSignedInViewModel(notSignedInResponder: notSignedInResponder)
  }
}
