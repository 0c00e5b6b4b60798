@testable import SignedIn
@testable import koober

extension AppContainer {
  func cachedOptions(of signedIn: SignedInContainer) -> CachedRideOptionRepository {
    #if MISTAKE
      rideOptionRepository
    #else
      signedIn.rideOptionRepository
    #endif
  }
}
