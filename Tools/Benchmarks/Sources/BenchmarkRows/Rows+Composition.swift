import BenchmarkGraph
import BenchmarkKit
import Composition

extension Rows {
  /// The cost of opening and using scopes, and of creating by a factory.
  static let composition = [
    onboardingScope, parentRead, nestedScopes, factoryCreate, factoryFirstUse,
  ]

  private static let onboardingScope = Benchmark.paired(
    "onboarding scope with its screen's five objects", target: "≤ 1.25 × floor, 5 + 1 allocations",
    prepare: { _ in ScopeFixture<OnboardingScreen>() },
    floor: { fixture in
      let repository = fixture.app.userSessionRepository
      fixture.sink.value = (
        launch: AccountModel(repository), welcome: Leaf(), signIn: AccountModel(repository),
        signUp: AccountModel(repository), navigator: Leaf()
      )
    },
    work: { fixture in
      fixture.sink.value = OnboardingContainer(dependencies: fixture.app).makeOnboardingScreen()
    })

  private static let parentRead = Benchmark.paired(
    "read an app-wide object from a scope", target: "0 allocations, no lock",
    prepare: { _ in ScopeFixture<any UserSessionRepository>() },
    floor: { $0.sink.value = $0.app.userSessionRepository },
    work: { $0.sink.value = $0.pickUp.userSessionRepository })

  private static let nestedScopes = Benchmark.paired(
    "three nested scopes with 14 objects", target: "≤ 1.25 × floor, 14 + 3 allocations",
    prepare: { _ in ScopeFixture<NestedScopes>() },
    floor: { $0.sink.value = .byHand(FourteenObjects()) },
    work: { fixture in
      let app = AppContainer()
      let signedIn = SignedInContainer(dependencies: app, session: UserSession(rider: 1))
      fixture.sink.value = .containers(app, signedIn, PickUpContainer(dependencies: signedIn))
    })

  private static let factoryCreate = Benchmark.paired(
    "Factory.create(payload:), dependency present", target: "≤ 1.2 × floor, 1 allocation, no lock",
    prepare: { _ in FactoryFixture() }, floor: { $0.createByHand() },
    work: { fixture in
      let payload = RideScreen.Payload(ride: 1)
      fixture.sink.value = fixture.container.rideScreenFactory.create(payload: payload)
    })

  private static let factoryFirstUse = Benchmark.paired(
    "a new Factory and its first create(payload:)", target: "no promise",
    prepare: { _ in FactoryFixture() }, floor: { $0.createByHand() },
    work: { fixture in
      let dependency = fixture.container.dependency
      let factory = RideScreen.Factory(dependency: dependency)
      fixture.sink.value = factory.create(payload: RideScreen.Payload(ride: 1))
    })
}

/// A process scope, a pick-up scope in it, and the last result.
private struct ScopeFixture<Value> {
  let app = AppContainer()
  let pickUp: PickUpContainer
  let sink = Sink<Value>()

  init() {
    pickUp = PickUpContainer(
      dependencies: SignedInContainer(dependencies: app, session: UserSession(rider: 1)))
  }
}

/// The result of either way to open the three scopes.
private enum NestedScopes {
  case byHand(FourteenObjects)
  case containers(AppContainer, SignedInContainer, PickUpContainer)
}

/// The same objects without any container.
private struct FourteenObjects {
  let repository = CloudUserSessionRepository(remoteAPI: Leaf(), store: Leaf(), coder: Leaf())
  let cache = Leaf()
  let location = Leaf()
  let dropOff = Leaf()
  let profile: AccountModel
  let signedIn: SignedInModel
  let pickMeUp, map, options: RideModel

  init() {
    let session = UserSession(rider: 1)
    profile = AccountModel(repository)
    signedIn = SignedInModel(session: session, notifications: Leaf())
    let rideAPI = RideAPI(session: session)
    pickMeUp = RideModel(rideAPI)
    map = RideModel(rideAPI)
    options = RideModel(rideAPI, cache: cache)
  }
}

private struct FactoryFixture {
  let container = RideContainer(app: AppContainer())
  let sink = Sink<RideScreen>()

  func createByHand() {
    sink.value = RideScreen(dependency: container.dependency, payload: RideScreen.Payload(ride: 1))
  }
}
