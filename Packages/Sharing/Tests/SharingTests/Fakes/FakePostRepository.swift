import Core
import CoreTesting
import FoundationEssentials

@testable import Sharing

/// Posts that can be shared with everybody but those whom the test names.
actor FakePostRepository: PostRepository {
  private(set) var created: [NewPost] = []
  private(set) var shared: [Friend] = []
  private(set) var read: [Identifier<Post>] = []
  private var posts: [Identifier<Post>: Post] = [:]
  private let unreachable: Set<Friend>
  private let readFailure: CloudError?
  private var inboxes: [Result<[InboxItem], CloudError>]
  /// Where every creation, every share and every look into the inbox waits.
  private let gate: Gate

  init(
    unreachable: Set<Friend> = [], readFailure: CloudError? = nil,
    inbox items: Result<[InboxItem], CloudError>..., gate: Gate = Gate(isOpen: true)
  ) {
    self.unreachable = unreachable
    self.readFailure = readFailure
    inboxes = items.isEmpty ? [.success([])] : items
    self.gate = gate
  }

  func createPost(_ post: NewPost) async -> Post {
    created.append(post)
    let new = Post.sample("post-\(created.count)", text: post.text)
    posts[new.id] = new
    await gate.pass()
    return new
  }

  func post(_ id: Identifier<Post>) -> Post { posts[id] ?? .sample }
  func ride(_ id: Identifier<Ride>?) -> Ride { .sample() }

  func share(_ id: Identifier<Post>, with friend: Friend) async throws(CloudError) {
    await gate.pass()
    if unreachable.contains(friend) { throw .unreachable(reason: "no route") }
    shared.append(friend)
  }

  /// Answers in order, the last again and again.
  func inbox(limit: Int) async throws(CloudError) -> [InboxItem] {
    await gate.pass()
    let items = try (inboxes.count > 1 ? inboxes.removeFirst() : inboxes[0]).get()
    return Array(items.prefix(limit))
  }

  func linkRide(_ id: Identifier<Ride>) -> RideLink { RideLink(token: Secret("secret")) }
  func unlinkRide(_ id: Identifier<Ride>) -> Int { 2 }

  func markRead(_ posts: [Identifier<Post>]) throws(CloudError) {
    if let readFailure { throw readFailure }
    read += posts
    inboxes = inboxes.map { inbox in
      inbox.map { $0.map { posts.contains($0.id) ? $0.asRead : $0 } }
    }
  }
}

extension Post {
  /// A post of Johnny's.
  static let sample = sample("post-1", text: "On my way")

  /// A post of Johnny's with a text of the test's choice.
  static func sample(_ id: String, text: String) -> Post {
    Post(
      id: Identifier(id), author: Person(id: RiderProfile.johnny.id, name: "Johnny"), text: text,
      ride: nil, createdAt: Date(timeIntervalSince1970: 1_767_225_600))
  }
}

extension InboxItem {
  /// An item with a state of the test's choice.
  static func sample(
    _ id: String, text: String = "Hello", ride: Ride? = nil, read: Bool
  ) -> InboxItem {
    InboxItem(
      id: Identifier(id), from: Person(id: Friend.ada.id, name: "Ada"), text: text, ride: ride,
      sharedAt: Date(timeIntervalSince1970: 1_767_225_600), read: read)
  }
}
