import Auth
import Composition
import Core
import SignedIn

extension RiderContainer: SignedInDependencies {
  var userSessionRepository: any UserSessionRepository { parent.userSessionRepository }
  var locator: any Locator { parent.locator }
  var wallClock: any WallClock { services.wallClock }
  var screenClock: any Clock<Duration> { services.screenClock }
  var randomBytes: any RandomBytes { services.randomBytes }
  var lifetimeMonitor: LifetimeMonitor { services.lifetimeMonitor }
  @MainActor var notSignedInResponder: any NotSignedInResponder { parent.mainViewModel }

  /// Opens the scope of a session.
  func makeSignedInContainer(session: UserSession) -> SignedInContainer {
    SignedInContainer(dependencies: self, session: session)
  }
}
