import Composition
public import Core

/// The scope of one session: it cannot be created without one, and what it holds ends with it.
public struct SignedInContainer: Sendable {
  /// The rider's session.
  public let session: UserSession
  let dependencies: any SignedInDependencies
  let rideOptionRepository: CachedRideOptionRepository
  let placeRemoteAPI: any PlaceRemoteAPI
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any SignedInDependencies, session: UserSession) {
    self.session = session
    self.dependencies = dependencies
    rideOptionRepository = CachedRideOptionRepository(
      wallClock: dependencies.services.wallClock)
    placeRemoteAPI = CloudPlaceRemoteAPI(
      client: dependencies.cloudClient, flagScope: dependencies.flagScope)
    lifetimeProbe = dependencies.services.lifetimeMonitor.probe("signed in")
  }

  @MainActor
  func makeGettingLocationViewModel(
    responder: (any GettingLocationViewModel.Responder)? = nil
  ) -> GettingLocationViewModel {
    GettingLocationViewModel(
      locator: dependencies.locator, rideRemoteAPI: makeRideRemoteAPI(), responder: responder)
  }

  /// Returns what the view models of rides are made with.
  ///
  /// - Parameter responder: Told when the rider wants another ride.
  @MainActor
  func makeWaitingForPickupDependency(
    responder: (any NewRideResponder)? = nil
  ) -> WaitingForPickupViewModel.Dependency {
    WaitingForPickupViewModel.Dependency(
      rideRemoteAPI: makeRideRemoteAPI(), wallClock: services.wallClock, responder: responder)
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
