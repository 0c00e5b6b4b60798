import Composition
public import Core
public import Terminal

/// Friends, posts and the inbox of one session.
public struct SharingContainer: Sendable {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  private let dependencies: any SharingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any SharingDependencies) {
    self.dependencies = dependencies
    friendsRepository = CloudFriendsRepository(
      client: dependencies.cloudClient, session: dependencies.session)
    postRepository = CloudPostRepository(
      client: dependencies.cloudClient, session: dependencies.session,
      randomBytes: dependencies.services.randomBytes)
    lifetimeProbe = dependencies.services.lifetimeMonitor.probe("sharing")
  }

  var screenClock: any Clock<Duration> { dependencies.services.screenClock }

  /// Returns the format that the rider's flags choose.
  func makeNotificationLook() -> any NotificationLook {
    ScopedNotificationLook(flagScope: dependencies.flagScope)
  }

  @MainActor
  func makeFriendsViewModel() -> FriendsViewModel {
    FriendsViewModel(friendsRepository: friendsRepository)
  }

  /// Returns what makes the view model of each post that is shared.
  @MainActor
  func makeShareViewModelFactory(
    notificationService: any NotificationService
  ) -> ShareViewModel.Factory {
    ShareViewModel.Factory(
      dependency: .init(
        friendsRepository: friendsRepository,
        shareService: ShareService(postRepository: postRepository),
        notificationService: notificationService))
  }

  @MainActor
  func makeInboxViewModel() -> InboxViewModel {
    InboxViewModel(postRepository: postRepository)
  }
}

/// The screens of sharing.
extension SharingContainer {
  /// Returns the screen of the rider's friends.
  @MainActor
  package func makeFriendsScreen(navigator: Navigator) -> some NavigableScreen {
    SharingScreens(container: self, navigator: navigator).makeFriendsScreen()
  }

  /// Returns the screen on which a post is shared with friends.
  @MainActor
  package func makeShareScreen(post: NewPost, navigator: Navigator) -> some NavigableScreen {
    SharingScreens(container: self, navigator: navigator).makeShareScreen(post)
  }

  /// Returns the screen of what others shared with the rider.
  @MainActor
  package func makeInboxScreen(navigator: Navigator) -> some NavigableScreen {
    InboxScreen(model: makeInboxViewModel(), navigator: navigator)
  }

  /// Returns the screen of a post, once the cloud has sent it.
  @MainActor
  package func makePostScreen(
    of post: Identifier<Post>, navigator: Navigator
  ) async throws -> some NavigableScreen {
    PostScreen(post: try await postRepository.post(post), navigator: navigator)
  }

  /// Returns what leads to sharing from everywhere.
  @MainActor
  public func makeMenu() -> [MenuItem] {
    [
      MenuItem(.character("f"), "Friends", makeScreen: makeFriendsScreen(navigator:)),
      MenuItem(.character("i"), "Inbox", makeScreen: makeInboxScreen(navigator:)),
    ]
  }

  /// Returns how much is new, for the status line and the menu.
  @MainActor
  public func makeStatusProvider() -> any StatusProvider {
    SharingStatus(
      friendsRepository: friendsRepository, postRepository: postRepository, clock: screenClock)
  }

  /// Returns what leads to sharing from a ride.
  @MainActor
  public func makeRideMenu(for ride: Ride) -> [MenuItem] {
    [
      MenuItem(.character("s"), "Share") { navigator in
        makeShareScreen(post: NewPost(about: ride), navigator: navigator)
      }
    ]
  }
}

/// Makes the screens that lead to one another and show the same notifications.
@MainActor
private struct SharingScreens {
  private let container: SharingContainer
  private let navigator: Navigator
  private let board: NotificationBoard
  private let shareViewModelFactory: ShareViewModel.Factory

  init(container: SharingContainer, navigator: Navigator) {
    self.container = container
    self.navigator = navigator
    let board = NotificationBoard(look: container.makeNotificationLook())
    self.board = board
    shareViewModelFactory = container.makeShareViewModelFactory(notificationService: board)
  }

  func makeFriendsScreen() -> FriendsScreen {
    FriendsScreen(
      model: container.makeFriendsViewModel(), board: board, navigator: navigator,
      makeWriteScreen: makeWriteScreen)
  }

  func makeShareScreen(_ post: NewPost) -> ShareScreen {
    ShareScreen(
      model: shareViewModelFactory.create(payload: post), board: board, navigator: navigator,
      makeFriendsScreen: makeFriendsScreen)
  }

  private func makeWriteScreen(to friend: Friend) -> WriteScreen {
    WriteScreen(
      friend: friend, board: board, navigator: navigator,
      shareViewModelFactory: shareViewModelFactory)
  }
}
