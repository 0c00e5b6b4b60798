import Core

@testable import SignedIn

func open(signedIn: SignedInContainer, pickup: Waypoint) -> PickMeUpContainer {
  #if MISTAKE
    signedIn.makePickMeUpContainer()
  #else
    signedIn.makePickMeUpContainer(pickup: pickup)
  #endif
}
