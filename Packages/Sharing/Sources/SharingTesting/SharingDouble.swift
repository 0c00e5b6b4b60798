public import Core
public import CoreTesting
public import FeatureFlags
public import RideUI
public import Sharing

/// The dependencies of sharing for tests and previews, on a cloud of their own.
///
/// Each member can be replaced; one that nothing replaces asks the cloud.
public struct SharingDouble: SharingDependencies {
  public var friendsRepository: any FriendsRepository
  public var postRepository: any PostRepository
  public var pagesAddress: String? = "https://cloud.example.org"
  public var liveEvents: LiveEvents
  public var flagScope: FlagScope
  public var services: SystemServices
  public var mapTiles: MapTiles

  public init(
    cloud: any CloudTransport = UnexpectedCloudTransport(), flagScope: FlagScope,
    services: SystemServices = .standingStill()
  ) {
    let client = CloudClient(transport: cloud)
    friendsRepository = CloudFriendsRepository(client: client, session: .johnny)
    postRepository = CloudPostRepository(
      client: client, session: .johnny, randomBytes: services.randomBytes)
    liveEvents = LiveEvents(client: client, session: .johnny, services: services)
    mapTiles = MapTiles(client: client, session: .johnny, wallClock: services.wallClock)
    (self.flagScope, self.services) = (flagScope, services)
  }
}
