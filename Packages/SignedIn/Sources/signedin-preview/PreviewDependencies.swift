import Composition
import Core
import CoreTesting
import SignedIn

/// What the signed-in scope asks for, pretended.
@MainActor
final class PreviewDependencies: SignedInDependencies, NotSignedInResponder {
  private struct FixedLocator: Locator {
    func currentLocation() -> Location { .defaultLocation }
  }

  nonisolated let cloudClient = CloudClient(transport: PreviewCloud())
  nonisolated let userSessionRepository: any UserSessionRepository = FakeUserSessionRepository()
  nonisolated let locator: any Locator = FixedLocator()
  nonisolated let wallClock: any WallClock = SystemWallClock()
  nonisolated let randomBytes: any RandomBytes = SystemRandomBytes()
  nonisolated let lifetimeMonitor = LifetimeMonitor()
  nonisolated let dropoffRanking: any DropoffRanking = PreviewRanking()
  nonisolated let rideOptionsLayout: any RideOptionsLayout = PreviewLayout()
  nonisolated var screenClock: any Clock<Duration> { ContinuousClock() }
  var notSignedInResponder: any NotSignedInResponder { self }

  nonisolated init() {}

  func notSignedIn() {}
}
