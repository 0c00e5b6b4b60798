import Core
import SignedIn
import Terminal

@MainActor
func show(signedIn: SignedInContainer, pickup: Location) -> RideFlow {
  #if MISTAKE
    _ = signedIn.makePickMeUpContainer(pickup: Waypoint(pickup))
  #endif
  return signedIn.makeRideFlow(navigator: Navigator()) { _ in [] }
}
