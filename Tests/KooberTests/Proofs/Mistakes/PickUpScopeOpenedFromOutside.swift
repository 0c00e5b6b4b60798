import Core
import SignedIn
import Terminal

@MainActor
func show(signedIn: SignedInContainer, pickup: Location) -> some Screen<SignedInOutcome> {
  #if MISTAKE
    _ = signedIn.makePickMeUpContainer(pickup: Waypoint(pickup))
  #endif
  return signedIn.makeSignedInScreen()
}
