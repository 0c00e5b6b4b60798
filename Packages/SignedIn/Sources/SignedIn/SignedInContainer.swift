import Composition
import Core

/// The scope of one session: it cannot be created without one, and what it holds ends with it.
public struct SignedInContainer: Sendable {
  let dependencies: any SignedInDependencies
  let rideOptionRepository: CachedRideOptionRepository
  let placeRemoteAPI: any PlaceRemoteAPI
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any SignedInDependencies) {
    self.dependencies = dependencies
    rideOptionRepository = CachedRideOptionRepository(
      wallClock: dependencies.services.wallClock)
    placeRemoteAPI = dependencies.places.remoteAPI
    lifetimeProbe = dependencies.services.lifetimeMonitor.probe("signed in")
  }

  var session: UserSession { dependencies.session }

  @MainActor
  func makeGettingLocationViewModel(
    responder: (any GettingLocationViewModel.Responder)? = nil
  ) -> GettingLocationViewModel {
    GettingLocationViewModel(
      locator: dependencies.locator, rideRemoteAPI: makeRideRemoteAPI(), responder: responder)
  }

  /// Returns what makes the view model of each ride.
  ///
  /// - Parameters:
  ///   - responder: Told when the rider wants another ride.
  ///   - knownRides: The states of the rides that are shown elsewhere, too.
  @MainActor
  func makeWaitingForPickupViewModelFactory(
    responder: (any NewRideResponder)? = nil, knownRides: KnownRides
  ) -> WaitingForPickupViewModel.Factory {
    WaitingForPickupViewModel.Factory(
      dependency: .init(
        rideRemoteAPI: makeRideRemoteAPI(), knownRides: knownRides, wallClock: services.wallClock,
        responder: responder))
  }

  @MainActor
  func makeRideHistoryViewModel(knownRides: KnownRides) -> RideHistoryViewModel {
    RideHistoryViewModel(rideRemoteAPI: makeRideRemoteAPI(), knownRides: knownRides)
  }

  @MainActor
  func makeProfileViewModel() -> ProfileViewModel {
    ProfileViewModel(
      session: session, userSessionRepository: dependencies.userSessionRepository,
      notSignedInResponder: dependencies.notSignedInResponder)
  }
}
