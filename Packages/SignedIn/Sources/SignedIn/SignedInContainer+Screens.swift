import Composition
import Core
public import Terminal

/// The screens of the signed-in scope.
extension SignedInContainer {
  /// Returns the way from the rider's location to the end of a ride, and on to the next one.
  @MainActor
  public func makeRideFlow(navigator: Navigator) -> RideFlow {
    RideFlow(container: self, navigator: navigator)
  }

  /// Returns what leads to the profile from every screen.
  @MainActor
  public func makeShortcuts() -> [MenuItem] {
    [MenuItem(.control("p"), "Profile", makeScreen: makeProfileScreen(navigator:))]
  }

  /// Returns what leads to the rider's rides from everywhere.
  ///
  /// - Parameter flow: Where a ride of the list is requested again.
  @MainActor
  public func makeMenu(for flow: RideFlow? = nil) -> [MenuItem] {
    [
      MenuItem(.character("r"), "Rides") { [weak flow] navigator in
        makeRideHistoryScreen(responder: flow, navigator: navigator)
      }
    ]
  }

  /// Returns the rider's profile, from which the rider can sign out.
  @MainActor
  func makeProfileScreen(navigator: Navigator) -> some NavigableScreen {
    ProfileScreen(
      model: makeProfileViewModel(), makeMenu: makeAccountMenu, navigator: navigator,
      clock: services.screenClock)
  }

  /// Returns the screen of a ride.
  ///
  /// - Parameter factory: Makes its view model.
  @MainActor
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
  @MainActor
  func makeRideHistoryScreen(
    responder: (any NewRideResponder)? = nil, navigator: Navigator
  ) -> some NavigableScreen {
    let factory = makeWaitingForPickupViewModelFactory(
      responder: responder, knownRides: navigator.knownRides)
    return RideHistoryScreen(
      model: makeRideHistoryViewModel(knownRides: navigator.knownRides), navigator: navigator,
      clock: services.screenClock
    ) { ride in
      makeWaitingForPickupScreen(of: factory, ride: ride, navigator: navigator)
    }
  }
}
