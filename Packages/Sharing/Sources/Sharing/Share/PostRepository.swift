public import Core
import RideUI

/// Posts by the rider, and those that others shared with the rider.
public protocol PostRepository: Sendable {
  /// Creates a post that no friend can see yet.
  func createPost(_ post: NewPost) async throws(CloudError) -> Post
  /// Returns a post by its identifier, or its beginning where only one in the inbox begins so.
  func post(_ id: Identifier<Post>) async throws(CloudError) -> Post
  /// Returns a ride to be shared, by its identifier or its unique beginning; without it, the current one.
  func ride(_ id: Identifier<Ride>?) async throws(CloudError) -> Ride
  /// Lets a friend see a post of the rider's.
  func share(_ id: Identifier<Post>, with friend: Friend) async throws(CloudError)
  /// Returns what others have shared with the rider, the newest first.
  func inbox(limit: Int) async throws(CloudError) -> [InboxItem]
  /// Marks posts in the inbox as read.
  func markRead(_ posts: [Identifier<Post>]) async throws(CloudError)
  /// Returns a new link with which anyone can follow a ride.
  func linkRide(_ id: Identifier<Ride>) async throws(CloudError) -> RideLink
  /// Ends the links to a ride, and returns how many there were.
  func unlinkRide(_ id: Identifier<Ride>) async throws(CloudError) -> Int
}

/// The posts of one session in Koober Cloud.
public struct CloudPostRepository: PostRepository {
  private let client: CloudClient
  private let session: UserSession
  private let randomBytes: any RandomBytes

  /// Calls a cloud on behalf of the session's rider; a repeated creation is recognized by random bytes.
  public init(client: CloudClient, session: UserSession, randomBytes: any RandomBytes) {
    (self.client, self.session, self.randomBytes) = (client, session, randomBytes)
  }

  public func createPost(_ post: NewPost) async throws(CloudError) -> Post {
    try await client.call(
      CloudAPI.createPost, body: post, session: session,
      idempotencyKey: randomBytes.makeIdentifier())
  }

  public func post(_ id: Identifier<Post>) async throws(CloudError) -> Post {
    try await client.post(named: id, session: session)
  }

  public func ride(_ id: Identifier<Ride>?) async throws(CloudError) -> Ride {
    try await client.ride(named: id, session: session)
  }

  public func share(_ id: Identifier<Post>, with friend: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.sharePost, parameters: PostParameters(post: id),
      body: PostRecipient(friend: friend.id), session: session)
  }

  public func inbox(limit: Int) async throws(CloudError) -> [InboxItem] {
    let page = PageRequest(limit: limit)
    return try await client.call(CloudAPI.inbox, parameters: page, session: session).items
  }

  public func markRead(_ posts: [Identifier<Post>]) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.markInboxRead, body: InboxRead(posts: posts), session: session)
  }

  public func linkRide(_ id: Identifier<Ride>) async throws(CloudError) -> RideLink {
    try await client.call(
      CloudAPI.createRideLink, parameters: RideParameters(ride: id), session: session)
  }

  public func unlinkRide(_ id: Identifier<Ride>) async throws(CloudError) -> Int {
    try await client.call(
      CloudAPI.revokeRideLinks, parameters: RideParameters(ride: id), session: session
    ).count
  }
}

extension NewPost {
  /// The post with which a rider shares a ride.
  public init(about ride: Ride) { self.init(text: "My ride to \(ride.dropoff)", ride: ride.id) }
}

/// Lets friends see posts; a post is created with the first friend and then used again.
actor ShareService {
  private let postRepository: any PostRepository
  private typealias Creation = Task<Result<Post, CloudError>, Never>

  private var creations: [NewPost: Creation] = [:]
  init(postRepository: any PostRepository) { self.postRepository = postRepository }

  func share(_ newPost: NewPost, with friend: Friend) async throws(CloudError) -> Post {
    let post = try await createPost(newPost)
    try await postRepository.share(post.id, with: friend)
    return post
  }

  private func createPost(_ newPost: NewPost) async throws(CloudError) -> Post {
    let creation =
      creations[newPost]
      ?? Creation { [postRepository] in
        do throws(CloudError) {
          return .success(try await postRepository.createPost(newPost))
        } catch {
          return .failure(error)
        }
      }
    creations[newPost] = creation
    let outcome = await creation.value
    if case .failure = outcome, creations[newPost] == creation { creations[newPost] = nil }
    return try outcome.get()
  }
}
