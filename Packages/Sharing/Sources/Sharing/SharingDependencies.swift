public import Commands
public import Core
public import FeatureFlags

/// The dependencies of sharing: ports, so that an app chooses where friends and posts are.
public protocol SharingDependencies: Sendable {
  /// The rider's friends; ``CloudFriendsRepository`` has those of Koober Cloud.
  var friendsRepository: any FriendsRepository { get }
  /// The rider's posts; ``CloudPostRepository`` has those of Koober Cloud.
  var postRepository: any PostRepository { get }
  /// The address of the cloud's pages, without a slash at its end; `nil` where it serves none.
  var pagesAddress: String? { get }
  /// The rider's stream of events, which all features share.
  var liveEvents: LiveEvents { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
  /// The map of the rider's scope.
  var mapTiles: MapTiles { get }
}
