extension CloudAPI {
  public static let friends = Endpoint<Nothing, Nothing, FriendList>(
    .friends, .get, "/friends", access: .rider,
    summary: "Returns the riders whom the rider has added, by name.")

  public static let addFriend = Endpoint<Nothing, NewFriend, Friend>(
    .addFriend, .post, "/friends", access: .rider, creates: true,
    summary: "Adds a rider by e-mail; adding a friend again changes nothing.")

  public static let removeFriend = Endpoint<FriendParameters, Nothing, Nothing>(
    .removeFriend, .delete, "/friends/{friend}", access: .rider,
    summary: "Removes a friend.")

  public static let createPost = Endpoint<Nothing, NewPost, Post>(
    .createPost, .post, "/posts", access: .rider, creates: true, isIdempotentByKey: true,
    summary: "Creates a post, about one of the rider's own rides if it names one.")

  public static let post = Endpoint<PostParameters, Nothing, Post>(
    .post, .get, "/posts/{post}", access: .rider,
    summary: "Returns a post by the rider or shared with the rider.")

  public static let sharePost = Endpoint<PostParameters, PostRecipient, Nothing>(
    .sharePost, .post, "/posts/{post}/shares", access: .rider, creates: true,
    summary: "Shares the rider's post with a friend; sharing it again changes nothing.")

  public static let inbox = Endpoint<Page, Nothing, Inbox>(
    .inbox, .get, "/inbox", access: .rider,
    summary: "Returns what was shared with the rider, newest first.")

  public static let markInboxRead = Endpoint<Nothing, InboxRead, Nothing>(
    .markInboxRead, .post, "/inbox/read", access: .rider,
    summary: "Marks posts in the rider's inbox as read.")
}

/// Friends, by name.
public struct FriendList: Codable, Equatable, Sendable {
  public let friends: [Friend]

  /// Creates a list.
  public init(friends: [Friend]) {
    self.friends = friends
  }
}

/// The rider to add as a friend.
public struct NewFriend: Codable, Equatable, Sendable {
  public let email: String

  /// Names the rider by e-mail.
  public init(email: String) {
    self.email = email
  }
}

/// Names one friend.
public struct FriendParameters: Codable, Equatable, Sendable {
  public let friend: Identifier<RiderProfile>

  /// Names one friend.
  public init(friend: Identifier<RiderProfile>) {
    self.friend = friend
  }
}

/// A text to share, and perhaps a ride.
public struct NewPost: Codable, Hashable, Sendable {
  /// The longest text, in characters.
  public static let longestText = 1000

  /// 1 to 1000 characters.
  public let text: String
  /// One of the author's own rides.
  public let ride: Identifier<Ride>?

  /// Creates a post that the cloud has not seen.
  public init(text: String, ride: Identifier<Ride>? = nil) {
    self.text = text
    self.ride = ride
  }
}

/// Names one post.
public struct PostParameters: Codable, Equatable, Sendable {
  public let post: Identifier<Post>

  /// Names one post.
  public init(post: Identifier<Post>) {
    self.post = post
  }
}

/// The friend who is to see a post.
public struct PostRecipient: Codable, Equatable, Sendable {
  public let friend: Identifier<RiderProfile>

  /// Names the friend.
  public init(friend: Identifier<RiderProfile>) {
    self.friend = friend
  }
}

/// What was shared with a rider, newest first.
public struct Inbox: Codable, Equatable, Sendable {
  public let items: [InboxItem]

  /// Creates a list.
  public init(items: [InboxItem]) {
    self.items = items
  }
}

/// The posts that a rider has read.
public struct InboxRead: Codable, Equatable, Sendable {
  public let posts: [Identifier<Post>]

  /// Names the posts.
  public init(posts: [Identifier<Post>]) {
    self.posts = posts
  }
}
