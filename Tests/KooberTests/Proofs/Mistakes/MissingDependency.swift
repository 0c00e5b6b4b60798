import Core
import FeatureFlags
import RideUI
import Sharing

/// Another app that opens the sharing scope.
struct KioskDependencies: SharingDependencies {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  let pagesAddress: String? = nil
  let liveEvents: LiveEvents
  let mapTiles: MapTiles
  let services: SystemServices
  #if !MISTAKE
    let flagScope: FlagScope
  #endif
}
