import Composition
import Core
public import Terminal

/// Told of the ride that the rider has got; implemented above the requests.
@MainActor
protocol RideAcceptedResponder: AnyObject {
  /// Goes on to waiting for this ride.
  func rideAccepted(_ ride: Ride)
}

/// Told that the rider wants another ride; implemented above the waiting.
@MainActor
protocol NewRideResponder: AnyObject {
  /// Goes back to where a ride begins.
  func newRide()
}

/// Leads from the rider's location to the end of a ride, and on to the next one.
///
/// The screen of the current part of the way is the navigator's root; others come over it.
@MainActor
public final class RideFlow {
  private let container: SignedInContainer
  private let navigator: Navigator

  init(container: SignedInContainer, navigator: Navigator) {
    self.container = container
    self.navigator = navigator
  }

  /// Shows the screens until all are left.
  public func run(on terminal: any Terminal) async throws -> NavigationEnd {
    try await navigator.run(from: makeGettingLocationScreen(), on: terminal)
  }

  private func makeGettingLocationScreen() -> GettingLocationScreen {
    GettingLocationScreen(
      model: container.makeGettingLocationViewModel(responder: self),
      profile: container.session.profile, navigator: navigator,
      clock: container.services.screenClock)
  }
}

extension RideFlow: PickupLocatedResponder {
  func pickupLocated(at location: Location) {
    guard navigator.root is GettingLocationScreen else { return }
    let pickMeUp = container.makePickMeUpContainer(pickup: Waypoint(location))
    navigator.replaceRoot(
      with: pickMeUp.makePickMeUpScreen(
        responder: self, profile: container.session.profile, navigator: navigator))
  }
}

extension RideFlow: RideAcceptedResponder {
  func rideAccepted(_ ride: Ride) {
    navigator.replaceRoot(
      with: container.makeWaitingForPickupScreen(
        of: container.makeWaitingForPickupViewModelFactory(responder: self), ride: ride,
        navigator: navigator))
  }
}

extension RideFlow: NewRideResponder {
  func newRide() {
    navigator.replaceRoot(with: makeGettingLocationScreen())
  }
}
