import Composition
public import Core
import FeatureFlags

/// Friends, posts and the inbox of one session.
public struct SharingContainer: Sendable {
  let friendsRepository: any FriendsRepository
  let postRepository: any PostRepository
  private let dependencies: any SharingDependencies
  private let lifetimeProbe: LifetimeProbe

  /// Opens the scope without input or output.
  public init(dependencies: any SharingDependencies, session: UserSession) {
    self.dependencies = dependencies
    friendsRepository = CloudFriendsRepository(client: dependencies.cloudClient, session: session)
    postRepository = CloudPostRepository(
      client: dependencies.cloudClient, session: session,
      randomBytes: dependencies.services.randomBytes)
    lifetimeProbe = dependencies.services.lifetimeMonitor.probe("sharing")
  }

  var screenClock: any Clock<Duration> { dependencies.services.screenClock }

  /// Returns the format that the rider's flags choose.
  func makeNotificationLook() -> any NotificationLook {
    notificationLook.make(in: dependencies.flagScope)
  }

  @MainActor
  func makeFriendsViewModel() -> FriendsViewModel {
    FriendsViewModel(friendsRepository: friendsRepository)
  }

  /// Returns what the view models of posts that are shared are made with.
  ///
  /// - Parameter notificationService: Tells the rider what became of each attempt.
  @MainActor
  func makeShareDependency(
    notificationService: any NotificationService
  ) -> ShareViewModel.Dependency {
    ShareViewModel.Dependency(
      friendsRepository: friendsRepository,
      shareService: CloudShareService(postRepository: postRepository),
      notificationService: notificationService)
  }

  @MainActor
  func makeInboxViewModel() -> InboxViewModel {
    InboxViewModel(postRepository: postRepository)
  }
}
