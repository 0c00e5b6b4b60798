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
  private let dependencies: any SharingDependencies
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

  func makeInboxViewModel() -> InboxViewModel { InboxViewModel(postRepository: postRepository) }
}

@MainActor extension SharingContainer {
  /// Returns the screen of the rider's friends.
  package func makeFriendsScreen(navigator: Navigator) -> some NavigableScreen {
    makeFriendsScreen(sharing: makeSharedObjects(), navigator: navigator)
  }

  /// Returns the screen on which a post is shared with friends.
  package func makeShareScreen(post: NewPost, navigator: Navigator) -> some NavigableScreen {
    let shared = makeSharedObjects()
    return ShareScreen(
      model: shared.factory.create(payload: post), board: shared.board, navigator: navigator
    ) {
      makeFriendsScreen(sharing: shared, navigator: navigator)
    }
  }

  /// The objects that the screens which lead to one another share.
  private typealias SharedObjects = (board: NotificationBoard, factory: ShareViewModel.Factory)

  private func makeSharedObjects() -> SharedObjects {
    let board = NotificationBoard(look: makeNotificationLook())
    return (board, makeShareViewModelFactory(notificationService: board))
  }

  private func makeFriendsScreen(
    sharing shared: SharedObjects, navigator: Navigator
  ) -> FriendsScreen {
    FriendsScreen(
      model: makeFriendsViewModel(), board: shared.board, liveEvents: liveEvents,
      tiles: dependencies.mapTiles, wallClock: wallClock, navigator: navigator
    ) { friend in
      WriteScreen(
        friend: friend, board: shared.board, navigator: navigator,
        shareViewModelFactory: shared.factory)
    }
  }

  /// Returns the screen of what others shared with the rider.
  package func makeInboxScreen(navigator: Navigator) -> some NavigableScreen {
    InboxScreen(
      model: makeInboxViewModel(), liveEvents: liveEvents, tiles: dependencies.mapTiles,
      wallClock: wallClock, navigator: navigator)
  }

  /// Returns the screen of a post, once the cloud has sent it.
  package func makePostScreen(
    of post: Identifier<Post>, navigator: Navigator
  ) async throws -> some NavigableScreen {
    PostScreen(post: try await postRepository.post(post), navigator: navigator)
  }

  /// Returns what leads to sharing from everywhere.
  public func makeMenu() -> [MenuItem] {
    [
      MenuItem(.character("f"), "Friends", makeScreen: makeFriendsScreen(navigator:)),
      MenuItem(.character("i"), "Inbox", makeScreen: makeInboxScreen(navigator:)),
    ]
  }

  /// Returns how much is new, for the status line and the menu.
  public func makeStatusProvider() -> any StatusProvider {
    SharingStatus(
      friendsRepository: friendsRepository, postRepository: postRepository, liveEvents: liveEvents)
  }

  /// Returns what leads to sharing from a ride.
  public func makeRideMenu(for ride: Ride) -> [MenuItem] {
    [
      MenuItem(.character("s"), "Share") { navigator in
        makeShareScreen(post: NewPost(about: ride), navigator: navigator)
      }
    ]
  }
}
