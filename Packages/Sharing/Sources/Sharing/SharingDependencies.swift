public import Core
public import FeatureFlags

/// The dependencies of sharing: ports, so that an app chooses where friends and posts are.
public protocol SharingDependencies: Sendable {
  /// The rider's friends; ``CloudFriendsRepository`` has those of Koober Cloud.
  var friendsRepository: any FriendsRepository { get }
  /// The rider's posts; ``CloudPostRepository`` has those of Koober Cloud.
  var postRepository: any PostRepository { get }
  /// The flags of the rider.
  var flagScope: FlagScope { get }
  var services: SystemServices { get }
}
