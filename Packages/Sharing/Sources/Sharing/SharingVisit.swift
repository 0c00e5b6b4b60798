import Composition
package import Core
import RideUI
import Terminal

/// The scenes of sharing.
package enum SharingScene: Hashable, Sendable {
  /// The rider's friends.
  case friends
  /// A text to one friend.
  case write(to: Friend)
  /// One post, and the friends to share it with.
  case share(post: NewPost)
  /// What others shared with the rider.
  case inbox
  /// One post.
  case post(Post)
}

/// The scope of one visit to sharing: the scene that a menu or a link leads to, and those that follow.
///
/// What is told on one of its screens is seen on the others, and nothing of it on the next visit.
struct SharingVisit {
  let board: NotificationBoard
  let shareViewModelFactory: ShareViewModel.Factory
  private let sharing: SharingContainer
  private let lifetimeProbe: LifetimeProbe

  @MainActor init(sharing: SharingContainer) {
    self.sharing = sharing
    board = NotificationBoard(look: sharing.makeNotificationLook())
    shareViewModelFactory = sharing.makeShareViewModelFactory(notificationService: board)
    lifetimeProbe = LifetimeProbe(
      "visit to sharing", in: sharing.dependencies.services.lifetimeMonitor)
  }
}

extension SharingVisit: SceneContainer {
  func makeScreen(for scene: SharingScene, navigator: Navigator) -> any NavigableScreen {
    let scenes = Scenes(of: self, in: navigator)
    return switch scene {
    case .friends:
      FriendsScreen(
        model: sharing.makeFriendsViewModel(),
        board: board, liveEvents: sharing.liveEvents, tiles: sharing.dependencies.mapTiles,
        wallClock: sharing.wallClock, scenes: scenes)
    case .write(let friend):
      WriteScreen(
        friend: friend, board: board, navigator: navigator,
        shareViewModelFactory: shareViewModelFactory)
    case .share(let post):
      ShareScreen(
        model: shareViewModelFactory.create(payload: post), board: board, scenes: scenes)
    case .inbox:
      InboxScreen(
        model: sharing.makeInboxViewModel(), liveEvents: sharing.liveEvents,
        tiles: sharing.dependencies.mapTiles,
        wallClock: sharing.wallClock, navigator: navigator)
    case .post(let post): PostScreen(post: post, navigator: navigator)
    }
  }
}
