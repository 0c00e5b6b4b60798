import Core
import FeatureFlags
import RideUI
import Sharing
import Synchronization

#if MISTAKE
  final class ShareCounter {
    var shares = 0
  }
#else
  final class ShareCounter: Sendable {
    let shares = Mutex(0)
  }
#endif

/// What sharing asks for, with something beside it that counts.
struct CountingDependencies: SharingDependencies {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  let pagesAddress: String? = nil
  let liveEvents: LiveEvents
  let mapTiles: MapTiles
  let flagScope: FlagScope
  let services: SystemServices
  let shareCounter: ShareCounter
}
