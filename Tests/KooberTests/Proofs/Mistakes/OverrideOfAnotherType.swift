import Composition
import Core
import SignedIn

@testable import koober

/// The scope of a rider, but for one answer.
struct RankedRider: SignedInDependencies {
  let rider: RiderContainer

  #if MISTAKE
    var dropoffRanking: any RideOptionsLayout { TableRideOptionsLayout() }
  #else
    var dropoffRanking: any DropoffRanking { NearnessFirstRanking() }
  #endif

  var rideOptionsLayout: any RideOptionsLayout { rider.rideOptionsLayout }
  var cloudClient: CloudClient { rider.cloudClient }
  var userSessionRepository: any UserSessionRepository { rider.userSessionRepository }
  var locator: any Locator { rider.locator }
  var wallClock: any WallClock { rider.wallClock }
  var screenClock: any Clock<Duration> { rider.screenClock }
  var randomBytes: any RandomBytes { rider.randomBytes }
  var lifetimeMonitor: LifetimeMonitor { rider.lifetimeMonitor }
  @MainActor var notSignedInResponder: any NotSignedInResponder { rider.notSignedInResponder }
}
