import BenchmarkGraph
public import BenchmarkKit

extension Rows {
  /// The cost of opening and using scopes.
  public static let scopes = [onboardingScope, parentRead, nestedScopes]

  private static let onboardingScope = Benchmark.paired(
    "onboarding scope with its screen's five objects",
    target: "≤ 1.25 × floor, 5 + 1 allocations",
    prepare: { _ in ScopeFixture<OnboardingScreen>() },
    floor: { fixture in
      let repository = fixture.app.userSessionRepository
      fixture.kept.value = OnboardingScreen(
        launch: LaunchViewModel(userSessionRepository: repository),
        welcome: WelcomeViewModel(),
        signIn: SignInViewModel(userSessionRepository: repository),
        signUp: SignUpViewModel(userSessionRepository: repository),
        navigator: OnboardingNavigator())
    },
    work: { fixture in
      fixture.kept.value = OnboardingContainer(dependencies: fixture.app).makeOnboardingScreen()
    })

  private static let parentRead = Benchmark.paired(
    "read an app-wide object from a scope",
    target: "0 allocations, no lock",
    prepare: { _ in ScopeFixture<any UserSessionRepository>() },
    floor: { $0.kept.value = $0.app.userSessionRepository },
    work: { $0.kept.value = $0.pickUp.userSessionRepository })

  private static let nestedScopes = Benchmark.paired(
    "three nested scopes with 14 objects",
    target: "≤ 1.25 × floor, 14 + 3 allocations",
    prepare: { _ in ScopeFixture<NestedScopes>() },
    floor: { $0.kept.value = .byHand(FourteenObjects()) },
    work: { fixture in
      let app = AppContainer()
      let signedIn = SignedInContainer(dependencies: app, session: UserSession(rider: 1))
      fixture.kept.value = .containers(app, signedIn, PickUpContainer(dependencies: signedIn))
    })
}

/// The fixture of the rows about scopes: a process scope, a pick-up scope in it, and the last result.
struct ScopeFixture<Value> {
  let app = AppContainer()
  let pickUp: PickUpContainer
  let kept = Kept<Value>()

  init() {
    pickUp = PickUpContainer(
      dependencies: SignedInContainer(dependencies: app, session: UserSession(rider: 1)))
  }
}

/// The three scopes, kept in either way.
enum NestedScopes {
  case byHand(FourteenObjects)
  case containers(AppContainer, SignedInContainer, PickUpContainer)
}

/// The same objects without any container.
struct FourteenObjects {
  let repository: CloudUserSessionRepository
  let cache = RideOptionCache()
  let profile: ProfileViewModel
  let location = LocationService()
  let signedIn: SignedInViewModel
  let pickMeUp: PickMeUpViewModel
  let map: MapViewModel
  let dropOff = DropOffViewModel()
  let options: RideOptionsViewModel

  init() {
    let session = UserSession(rider: 1)
    repository = CloudUserSessionRepository(
      remoteAPI: RemoteAPI(), store: SessionStore(), coder: SessionCoder())
    profile = ProfileViewModel(userSessionRepository: repository)
    signedIn = SignedInViewModel(session: session, notifications: Notifications())
    let rideAPI = RideAPI(session: session)
    pickMeUp = PickMeUpViewModel(rideAPI: rideAPI)
    map = MapViewModel(rideAPI: rideAPI)
    options = RideOptionsViewModel(rideAPI: rideAPI, cache: cache)
  }
}
