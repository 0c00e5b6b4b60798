import Core
import FeatureFlags
import SignedIn

extension AppContainer {
  /// Opens the scope of a session, with the flags as the files say now.
  func openRiderScope(of session: UserSession) -> RiderContainer {
    for problem in flagLevels.refresh() { report(problem) }
    return RiderContainer(
      parent: self, session: session,
      flagScope: experimentEvents.makeScope(flagLevels, subject: session.profile.id.rawValue))
  }

  /// Returns the places as the flags of this installation rank them.
  func makePlaces() -> Places {
    Places(
      cloudClient: cloudClient, flagScope: flagScope, locationFile: folders.riderLocation)
  }
}
