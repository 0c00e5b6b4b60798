import Core
import Observation

/// Told of the ride that the rider has got; implemented above whoever sends requests.
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

/// Where on the way of one ride the rider is.
@MainActor
@Observable
final class SignedInViewModel {
  /// A part of the way, with the value that it cannot be entered without.
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
