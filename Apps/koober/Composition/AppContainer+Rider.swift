import Core
import SignedIn

extension AppContainer {
  /// Opens the scope of a session, with the flags as the files say now.
  func openRiderScope(of session: UserSession) -> RiderContainer {
    refreshFlags()
    return RiderContainer(parent: self, session: session)
  }

  /// Returns the places as the flags of this installation rank them.
  func makePlaces() -> Places {
    Places(
      cloudClient: cloudClient, flagScope: flagScope, locationFile: folders.riderLocation,
      savedPlacesFile: folders.savedPlaces)
  }
}
