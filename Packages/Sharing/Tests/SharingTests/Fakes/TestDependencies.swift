import Console
import Core
import CoreTesting
import FeatureFlags
import RideUI
import Terminal

@testable import Sharing

/// The dependencies of sharing: the friends and posts of a cloud of the test's own.
struct TestDependencies: SharingDependencies {
  let cloudClient: CloudClient
  let flagScope: FlagScope
  let services: SystemServices
  let pagesAddress: String? = "https://cloud.example.org"
  let liveEvents: LiveEvents
  let mapTiles: MapTiles

  init(cloudClient: CloudClient, flagScope: FlagScope, services: SystemServices) {
    (self.cloudClient, self.flagScope, self.services) = (cloudClient, flagScope, services)
    liveEvents = LiveEvents(client: cloudClient, session: .johnny, services: services)
    mapTiles = MapTiles(client: cloudClient, session: .johnny, wallClock: services.wallClock)
  }

  var friendsRepository: any FriendsRepository {
    CloudFriendsRepository(client: cloudClient, session: .johnny)
  }
  var postRepository: any PostRepository {
    CloudPostRepository(
      client: cloudClient, session: .johnny, randomBytes: services.randomBytes)
  }
}

/// What the commands of sharing work with.
struct TestContext: SharingContext {
  let console: CommandConsole
  let container: SharingContainer

  func sharingContainer() -> SharingContainer { container }
  func makeNavigator() -> Navigator { Navigator() }
}

extension MapTiles {
  /// The map of a cloud that knows no street.
  nonisolated static var empty: MapTiles {
    MapTiles(wallClock: ManualWallClock()) { _, _ in
      TaggedResponse(response: MapTile(), entityTag: nil)
    }
  }
}
