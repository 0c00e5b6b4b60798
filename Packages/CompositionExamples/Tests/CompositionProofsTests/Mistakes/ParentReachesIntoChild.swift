import AuthenticationExample
import ContainerHierarchyExample

extension AppContainer {
  @MainActor
  func distancesRemembered(in signedIn: SignedInContainer) -> Int {
    #if MISTAKE
      rideOptionCache.count
    #else
      signedIn.rideOptionCache.count
    #endif
  }
}
