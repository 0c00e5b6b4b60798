import Auth
import Composition
import Core
import SignedIn

extension RiderContainer: SignedInDependencies {
  var userSessionRepository: any UserSessionRepository { parent.userSessionRepository }
  var locator: any Locator { parent.locator }
  var wallClock: any WallClock { parent.wallClock }
  var screenClock: any Clock<Duration> { parent.screenClock }
  var randomBytes: any RandomBytes { parent.randomBytes }
  var lifetimeMonitor: LifetimeMonitor { parent.lifetimeMonitor }
  @MainActor var notSignedInResponder: any NotSignedInResponder { parent.mainViewModel }

  /// Opens the scope of a session.
  func makeSignedInContainer(session: UserSession) -> SignedInContainer {
    SignedInContainer(dependencies: self, session: session)
  }
}
