import Composition
import Core
import Observation

/// One post and the friends to share it with.
@MainActor
@Observable
final class ShareViewModel: @MainActor FactoryModule {
  typealias Payload = NewPost

  struct Dependency {
    let friendsRepository: any FriendsRepository
    let shareService: any ShareService
    let notificationService: any NotificationService
  }

  enum Phase: Equatable {
    case loading
    case loaded([Friend])
    /// The friends are unknown; the rider is told why.
    case failed(CloudError)
  }

  private(set) var phase = Phase.loading
  /// The post as the cloud has it, once it was shared with somebody.
  private(set) var post: Post?
  private(set) var sharedWith: [Friend] = []
  /// Whether the post is being shared, so that nothing else can be done.
  private(set) var isSharing = false

  let newPost: NewPost
  private let dependency: Dependency

  init(dependency: Dependency, payload newPost: NewPost) {
    self.newPost = newPost
    self.dependency = dependency
  }

  /// The loaded friends; empty when they could not be loaded.
  var friends: [Friend] {
    if case .loaded(let friends) = phase { friends } else { [] }
  }

  /// Loads the friends; also the retry after a failure.
  func loadFriends() async {
    phase = .loading
    do throws(CloudError) {
      phase = .loaded(try await dependency.friendsRepository.friends())
    } catch {
      phase = .failed(error)
    }
  }

  /// Shares the post with a friend and shows exactly one notification.
  @discardableResult
  func share(with friend: Friend) async -> Result<Post, CloudError> {
    isSharing = true
    defer { isSharing = false }
    do throws(CloudError) {
      let shared = try await dependency.shareService.share(newPost, with: friend)
      post = shared
      sharedWith.append(friend)
      dependency.notificationService.showSuccess(sharedWith: friend)
      return .success(shared)
    } catch {
      dependency.notificationService.showError(.cloud(error), sharingWith: friend)
      return .failure(error)
    }
  }
}
