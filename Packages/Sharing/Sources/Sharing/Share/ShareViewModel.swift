import Composition
import Core
import Observation

/// One post and the friends to share it with.
@MainActor @Observable final class ShareViewModel: @MainActor FactoryModule {
  typealias Payload = NewPost

  struct Dependency {
    let friendsRepository: any FriendsRepository
    let shareService: ShareService
    let notificationService: any NotificationService
  }

  enum Phase: Equatable {
    case loading
    case loaded([Friend])
    /// The friends could not be loaded; the error is shown.
    case failed(CloudError)
  }

  private(set) var phase = Phase.loading
  /// The post of the cloud, once it is shared.
  private(set) var post: Post?
  private(set) var sharedWith: [Friend] = []
  /// Whether the post is being shared, so that nothing else can be done.
  private(set) var isSharing = false
  let newPost: NewPost
  private let dependency: Dependency

  init(dependency: Dependency, payload newPost: NewPost) {
    (self.newPost, self.dependency) = (newPost, dependency)
  }

  /// An e-mail that the post could not be shared with.
  struct Failed: Equatable {
    let email: String
    let failure: SharingError
  }

  /// The loaded friends; empty when they could not be loaded.
  var friends: [Friend] { if case .loaded(let friends) = phase { friends } else { [] } }

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
  @discardableResult func share(with friend: Friend) async -> Result<Post, CloudError> {
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

  /// Shares the post with the friends who have one of these e-mails; one that fails does not stop the
  /// others.
  func share(withEmails emails: [String], among friends: [Friend]) async -> [Failed] {
    var failed: [Failed] = []
    for email in emails.uniqueEmails {
      guard let friend = friends.first(where: { $0.email == email }) else {
        failed.append(Failed(email: email, failure: .notAFriend(email: email)))
        continue
      }
      if case .failure(let error) = await share(with: friend) {
        failed.append(Failed(email: email, failure: .cloud(error)))
      }
    }
    return failed
  }
}

extension [String] {
  /// The e-mails in the form in which they are compared, each once, in order.
  fileprivate var uniqueEmails: [String] {
    var seen: Set<String> = []
    return map(\.normalizedEmail).filter { seen.insert($0).inserted }
  }
}
