import Core
import Observation

/// Called with the accepted ride; implemented by the parent of the view model that requests it.
@MainActor
protocol RideAcceptedResponder: AnyObject {
  /// Goes on to waiting for this ride.
  func rideAccepted(_ ride: Ride)
}

/// Called when the rider starts a new ride; implemented by the parent of the waiting screen.
@MainActor
protocol NewRideResponder: AnyObject {
  /// Goes back to where a ride begins.
  func newRide()
}

/// The current step of a ride.
@MainActor
@Observable
final class SignedInViewModel {
  /// A step, with the value that it requires.
  enum Scene: Equatable {
    case gettingLocation
    case pickMeUp(pickup: Waypoint)
    case waitingForPickup(Ride)
  }

  private(set) var scene = Scene.gettingLocation
}

extension SignedInViewModel: PickupLocatedResponder {
  func pickupLocated(at location: Location) {
    guard scene == .gettingLocation else { return }
    scene = .pickMeUp(pickup: Waypoint(location))
  }
}

extension SignedInViewModel: RideAcceptedResponder {
  func rideAccepted(_ ride: Ride) {
    scene = .waitingForPickup(ride)
  }
}

extension SignedInViewModel: NewRideResponder {
  func newRide() {
    scene = .gettingLocation
  }
}
