import Composition
public import Core

/// Friends, posts and the inbox of one session.
public struct SharingContainer: Sendable {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  private let dependencies: any SharingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope; nothing is asked yet.
  public init(dependencies: any SharingDependencies, session: UserSession) {
    self.dependencies = dependencies
    friendsRepository = CloudFriendsRepository(client: dependencies.cloudClient, session: session)
    postRepository = CloudPostRepository(
      client: dependencies.cloudClient, session: session, randomBytes: dependencies.randomBytes)
    lifetimeProbe = dependencies.lifetimeMonitor.probe("sharing")
  }

  @MainActor
  func makeNotificationBoard() -> NotificationBoard {
    NotificationBoard(look: dependencies.notificationLook)
  }

  var screenClock: any Clock<Duration> { dependencies.screenClock }

  @MainActor
  func makeFriendsViewModel() -> FriendsViewModel {
    FriendsViewModel(friendsRepository: friendsRepository)
  }

  @MainActor
  func makeShareViewModel(
    post: NewPost, notificationService: (any NotificationService)? = nil
  ) -> ShareViewModel {
    ShareViewModel.Factory(
      dependency: .init(
        friendsRepository: friendsRepository,
        shareService: CloudShareService(postRepository: postRepository),
        notificationService: notificationService ?? dependencies.notificationService)
    ).create(payload: post)
  }

  @MainActor
  func makeInboxViewModel() -> InboxViewModel {
    InboxViewModel(postRepository: postRepository)
  }
}
