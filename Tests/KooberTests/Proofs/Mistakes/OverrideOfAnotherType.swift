import Core
import FeatureFlags
import RideUI
import SignedIn
import Terminal

@testable import koober

/// The scope of a rider, but for one answer.
struct LocatedRider: SignedInDependencies {
  let rider: RiderContainer

  #if MISTAKE
    var locator: Location { .defaultLocation }
  #else
    var locator: any Locator { rider.makePlaces().locator }
  #endif

  var session: UserSession { rider.session }
  var places: Places { rider.places }
  var accountRemoteAPI: AccountRemoteAPI { rider.accountRemoteAPI }
  func makeRideRemoteAPI() -> any RideRemoteAPI { rider.makeRideRemoteAPI() }
  var userSessionRepository: any UserSessionRepository { rider.userSessionRepository }
  var liveEvents: LiveEvents { rider.liveEvents }
  var mapTiles: MapTiles { rider.mapTiles }
  func friendsUnderWay() async -> [InboxItem] { await rider.friendsUnderWay() }
  var flagScope: FlagScope { rider.flagScope }
  var services: SystemServices { rider.services }
  @MainActor var signedInResponder: any SignedInResponder { rider.signedInResponder }
  @MainActor var notSignedInResponder: any NotSignedInResponder { rider.notSignedInResponder }
}
