import Composition
public import Core

/// The scope of one session: it cannot be created without one, and what it holds ends with it.
public struct SignedInContainer: Sendable {
  /// Whose scope it is.
  public let session: UserSession
  let dependencies: any SignedInDependencies
  let rideOptionRepository: CachedRideOptionRepository
  let placeRemoteAPI: any PlaceRemoteAPI
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope; nothing is read or asked yet.
  public init(dependencies: any SignedInDependencies, session: UserSession) {
    self.session = session
    self.dependencies = dependencies
    rideOptionRepository = CachedRideOptionRepository(wallClock: dependencies.wallClock)
    placeRemoteAPI = CloudPlaceRemoteAPI(
      client: dependencies.cloudClient, ranking: dependencies.dropoffRanking)
    lifetimeProbe = dependencies.lifetimeMonitor.probe("signed in")
  }

  @MainActor
  func makeGettingLocationViewModel(
    responder: (any GettingLocationViewModel.Responder)? = nil
  ) -> GettingLocationViewModel {
    GettingLocationViewModel(
      locator: dependencies.locator, rideRemoteAPI: makeRideRemoteAPI(), responder: responder)
  }

  /// Opens the scope of one pick-up; each ride gets a new one.
  func makePickMeUpContainer(pickup: Waypoint) -> PickMeUpContainer {
    PickMeUpContainer(dependencies: self, pickup: pickup)
  }

  @MainActor
  func makeWaitingForPickupViewModel(
    ride: Ride, responder: (any NewRideResponder)? = nil
  ) -> WaitingForPickupViewModel {
    WaitingForPickupViewModel.Factory(
      dependency: .init(
        rideRemoteAPI: makeRideRemoteAPI(), wallClock: dependencies.wallClock,
        responder: responder)
    ).create(payload: ride)
  }

  @MainActor
  func makeRideHistoryViewModel() -> RideHistoryViewModel {
    RideHistoryViewModel(rideRemoteAPI: makeRideRemoteAPI())
  }

  @MainActor
  func makeProfileViewModel() -> ProfileViewModel {
    ProfileViewModel(
      session: session, userSessionRepository: dependencies.userSessionRepository,
      notSignedInResponder: dependencies.notSignedInResponder)
  }
}

extension SignedInContainer: PickMeUpDependencies {
  var rideOptionsLayout: any RideOptionsLayout { dependencies.rideOptionsLayout }
  var randomBytes: any RandomBytes { dependencies.randomBytes }
  var wallClock: any WallClock { dependencies.wallClock }
  var screenClock: any Clock<Duration> { dependencies.screenClock }
  var lifetimeMonitor: LifetimeMonitor { dependencies.lifetimeMonitor }

  func makeRideRemoteAPI() -> any RideRemoteAPI {
    CloudRideRemoteAPI(client: dependencies.cloudClient, session: session)
  }
}
