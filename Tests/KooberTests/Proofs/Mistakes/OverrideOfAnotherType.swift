import Core
import RideUI
import SignedIn
import SignedInTesting

/// Opens the scope of a rider with one answer replaced.
@MainActor
func openScope(of rider: SignedInDouble) -> SignedInContainer {
  var rider = rider
  #if MISTAKE
    rider.locator = Location.defaultLocation
  #else
    rider.locator = rider.places.locator
  #endif
  return SignedInContainer(dependencies: rider)
}
