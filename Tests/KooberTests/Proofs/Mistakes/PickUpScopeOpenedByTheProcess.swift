import Core

@testable import SignedIn
@testable import koober

func open(
  app: AppContainer, signedIn: SignedInContainer, pickup: Waypoint
) -> PickMeUpContainer {
  #if MISTAKE
    PickMeUpContainer(dependencies: app, pickup: pickup)
  #else
    PickMeUpContainer(dependencies: signedIn, pickup: pickup)
  #endif
}
