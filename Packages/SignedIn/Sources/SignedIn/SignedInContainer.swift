import Composition
import Core
public import Terminal

/// The scope of one session: it cannot be created without one, and what it holds ends with it.
public struct SignedInContainer: Sendable {
  let dependencies: any SignedInDependencies
  let rideOptionRepository: CachedRideOptionRepository
  let placeRemoteAPI: any PlaceRemoteAPI
  let accountRemoteAPI: any AccountRemoteAPI
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any SignedInDependencies) {
    self.dependencies = dependencies
    rideOptionRepository = CachedRideOptionRepository(wallClock: dependencies.services.wallClock)
    placeRemoteAPI = dependencies.places.remoteAPI
    accountRemoteAPI = dependencies.accountRemoteAPI
    lifetimeProbe = dependencies.services.lifetimeMonitor.probe("signed in")
  }

  var session: UserSession { dependencies.session }
}

@MainActor extension SignedInContainer {
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
  func makeWaitingForPickupViewModelFactory(
    responder: (any NewRideResponder)? = nil, knownRides: KnownRides
  ) -> WaitingForPickupViewModel.Factory {
    WaitingForPickupViewModel.Factory(
      dependency: .init(
        rideRemoteAPI: makeRideRemoteAPI(), knownRides: knownRides, wallClock: services.wallClock,
        responder: responder))
  }

  func makeProfileViewModel() -> ProfileViewModel {
    ProfileViewModel(
      session: session, userSessionRepository: dependencies.userSessionRepository,
      notSignedInResponder: dependencies.notSignedInResponder)
  }
}

/// The screens of the signed-in scope.
@MainActor extension SignedInContainer {
  /// Returns the way from the rider's location to the end of a ride, and on to the next one.
  public func makeRideFlow(navigator: Navigator) -> RideFlow {
    RideFlow(container: self, navigator: navigator)
  }

  /// Returns what leads to the profile from every screen.
  public func makeShortcuts() -> [MenuItem] {
    [MenuItem(.control("p"), "Profile", makeScreen: makeProfileScreen(navigator:))]
  }

  /// Returns what leads to the rider's rides from everywhere.
  ///
  /// - Parameter flow: Where a ride of the list is requested again.
  public func makeMenu(for flow: RideFlow? = nil) -> [MenuItem] {
    [
      MenuItem(.character("r"), "Rides") { [weak flow] navigator in
        makeRideHistoryScreen(responder: flow, navigator: navigator)
      }
    ]
  }

  /// Returns the rider's profile, from which the rider can sign out.
  func makeProfileScreen(navigator: Navigator) -> some NavigableScreen {
    ProfileScreen(model: makeProfileViewModel(), makeMenu: makeAccountMenu, navigator: navigator)
  }

  /// Returns the screen of a ride.
  func makeWaitingForPickupScreen(
    of factory: WaitingForPickupViewModel.Factory, ride: Ride, navigator: Navigator
  ) -> WaitingForPickupScreen {
    WaitingForPickupScreen(
      model: factory.create(payload: ride), profile: session.profile,
      rideMenu: { [dependencies] in dependencies.rideMenu(for: $0) }, navigator: navigator)
  }

  /// Returns the rides that the rider has had.
  ///
  /// - Parameter responder: Told when the rider wants one of them again.
  func makeRideHistoryScreen(
    responder: (any NewRideResponder)? = nil, navigator: Navigator
  ) -> some NavigableScreen {
    let factory = makeWaitingForPickupViewModelFactory(
      responder: responder, knownRides: navigator.knownRides)
    return RideHistoryScreen(
      rideRemoteAPI: makeRideRemoteAPI(), knownRides: navigator.knownRides, navigator: navigator
    ) { ride in
      makeWaitingForPickupScreen(of: factory, ride: ride, navigator: navigator)
    }
  }
}
