import Composition
import Core

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
  ///
  /// - Parameter notificationService: Tells the rider what became of each attempt.
  @MainActor
  func makeShareViewModelFactory(
    notificationService: any NotificationService
  ) -> ShareViewModel.Factory {
    ShareViewModel.Factory(
      dependency: .init(
        friendsRepository: friendsRepository,
        shareService: CloudShareService(postRepository: postRepository),
        notificationService: notificationService))
  }

  @MainActor
  func makeInboxViewModel() -> InboxViewModel {
    InboxViewModel(postRepository: postRepository)
  }
}
