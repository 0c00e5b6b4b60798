import Composition
public import Core
public import Terminal

/// The screens of sharing.
extension SharingContainer {
  /// Returns the screen of the rider's friends.
  @MainActor
  public func makeFriendsScreen() -> some Screen<SharingOutcome> {
    makeScreen(from: .friends)
  }

  /// Returns the screen on which a post is shared with friends.
  @MainActor
  public func makeShareScreen(post: NewPost) -> some Screen<SharingOutcome> {
    makeScreen(from: .share(post))
  }

  /// Returns the screen of what others shared with the rider.
  @MainActor
  public func makeInboxScreen() -> some Screen<SharingOutcome> {
    makeScreen(from: .inbox)
  }

  @MainActor
  private func makeScreen(from start: SharingScene) -> SharingScreen {
    let board = NotificationBoard(look: makeNotificationLook())
    let shareViewModelFactory = ShareViewModel.Factory(
      dependency: makeShareDependency(notificationService: board))
    return SharingScreen(start: start) { scene in
      makeScreen(of: scene, board: board, shareViewModelFactory: shareViewModelFactory)
    }
  }

  @MainActor
  private func makeScreen(
    of scene: SharingScene, board: NotificationBoard,
    shareViewModelFactory: ShareViewModel.Factory
  ) -> any SharingSceneScreen {
    switch scene {
    case .friends:
      FriendsScreen(model: makeFriendsViewModel(), board: board, clock: screenClock)
    case .write(let friend):
      WriteScreen(
        friend: friend, board: board, clock: screenClock,
        shareViewModelFactory: shareViewModelFactory)
    case .share(let post):
      ShareScreen(
        model: shareViewModelFactory.create(payload: post), board: board, clock: screenClock)
    case .inbox: InboxScreen(model: makeInboxViewModel(), clock: screenClock)
    }
  }
}
