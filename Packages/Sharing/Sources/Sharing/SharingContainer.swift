import Composition
public import Core
public import FeatureFlags
public import RideUI
public import Terminal

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

/// Friends, posts and the inbox of one session.
public struct SharingContainer: Sendable {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  let dependencies: any SharingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any SharingDependencies) {
    self.dependencies = dependencies
    friendsRepository = dependencies.friendsRepository
    postRepository = dependencies.postRepository
    lifetimeProbe = LifetimeProbe("sharing", in: dependencies.services.lifetimeMonitor)
  }

  var liveEvents: LiveEvents { dependencies.liveEvents }
  var wallClock: any WallClock { dependencies.services.wallClock }
  var pagesAddress: String? { dependencies.pagesAddress }

  /// Returns the format that the rider's flags choose, and records the exposure.
  func makeNotificationLook() -> any NotificationLook {
    notificationLook.make(in: dependencies.flagScope)
  }
}

@MainActor extension SharingContainer {
  func makeFriendsViewModel() -> FriendsViewModel {
    FriendsViewModel(friendsRepository: friendsRepository, postRepository: postRepository)
  }

  func makeInboxViewModel() -> InboxViewModel { InboxViewModel(postRepository: postRepository) }

  /// Returns what makes the view model of each post that is shared.
  func makeShareViewModelFactory(
    notificationService: any NotificationService
  ) -> ShareViewModel.Factory {
    ShareViewModel.Factory(
      dependency: .init(
        friendsRepository: friendsRepository,
        shareService: ShareService(postRepository: postRepository),
        notificationService: notificationService))
  }
}

@MainActor extension SharingContainer {
  /// Opens the scope of one visit; the next visit gets a new one.
  func openVisit() -> SharingVisit { SharingVisit(sharing: self) }

  /// Returns what leads to sharing from everywhere.
  public func makeMenu() -> [MenuItem] {
    [
      MenuItem(.character("f"), "Friends", to: makeDestination(.friends)),
      MenuItem(.character("i"), "Inbox", to: makeDestination(.inbox)),
    ]
  }

  /// Returns what leads to sharing from a ride.
  public func makeRideMenu(for ride: Ride) -> [MenuItem] {
    [MenuItem(.character("s"), "Share", to: makeDestination(.share(post: NewPost(about: ride))))]
  }

  /// Returns a scene that was open before the session was renewed; `nil` for one of another feature.
  public func makeDestination(reopening scene: AnyHashable) -> Destination? {
    Destination(reopening: scene) { openVisit() }
  }

  /// Returns what begins another visit with a scene each time that it is shown.
  package func makeDestination(_ scene: SharingScene) -> Destination {
    Destination(scene) { openVisit() }
  }

  /// Returns how much is new, for the status line and the menu.
  public func makeStatusProvider() -> any StatusProvider {
    SharingStatus(
      friendsRepository: friendsRepository, postRepository: postRepository, liveEvents: liveEvents)
  }
}
