extension CloudAPI {
  public static let friends = Endpoint<Empty, Empty, FriendList>(
    "friends", .get, "/friends", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the rider's friends by name, and the open invitations, newest first.")

  public static let inviteFriend = Endpoint<Empty, NewFriend, InvitationOutcome>(
    "inviteFriend", .post, "/friends", access: .rider, cost: .rows, limit: .writes, creates: true,
    summary: "Invites a rider by e-mail, or accepts that rider's invitation; repeating it changes "
      + "nothing. An unknown e-mail is answered like a known one.")

  public static let acceptInvitation = Endpoint<FriendParameters, Empty, Friend>(
    "acceptInvitation", .post, "/friends/{friend}/acceptance", access: .rider, cost: .rows,
    limit: .writes, summary: "Accepts the invitation of another rider.")

  public static let withdrawInvitation = Endpoint<Empty, NewFriend, Empty>(
    "withdrawInvitation", .post, "/friends/withdrawals", access: .rider, cost: .rows,
    limit: .writes, summary: "Withdraws the rider's invitation to an e-mail.")

  public static let removeFriend = Endpoint<FriendParameters, Empty, Empty>(
    "removeFriend", .delete, "/friends/{friend}", access: .rider, cost: .rows, limit: .writes,
    summary: "Ends a friendship and takes back what the two have shared, or declines an "
      + "invitation.")

  public static let blockedRiders = Endpoint<Empty, Empty, BlockList>(
    "blockedRiders", .get, "/blocks", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns the riders whom the rider has blocked, by name; those who delete their "
      + "accounts are gone.")

  public static let blockRider = Endpoint<RiderParameters, Empty, Empty>(
    "blockRider", .put, "/blocks/{rider}", access: .rider, cost: .rows, limit: .writes,
    summary: "Ends the friendship with a rider and hides that rider's invitations; the other is "
      + "not told.")

  public static let unblockRider = Endpoint<RiderParameters, Empty, Empty>(
    "unblockRider", .delete, "/blocks/{rider}", access: .rider, cost: .rows, limit: .writes,
    summary: "Shows invitations of a blocked rider again.")

  public static let createPost = Endpoint<Empty, NewPost, Post>(
    "createPost", .post, "/posts", access: .rider, cost: .rows,
    limit: .writes, creates: true, isIdempotentByKey: true,
    summary: "Creates a post, about one of the rider's own rides if it names one.")

  public static let post = Endpoint<PostParameters, Empty, Post>(
    "post", .get, "/posts/{post}", access: .rider, cost: .rows, limit: .reads,
    summary: "Returns a post by the rider or shared with the rider.")

  public static let sharePost = Endpoint<PostParameters, PostRecipient, Empty>(
    "sharePost", .post, "/posts/{post}/shares", access: .rider, cost: .rows,
    limit: .writes, creates: true, conversion: .shared,
    summary: "Shares the rider's post with a friend; sharing it again changes nothing.")

  public static let inbox = Endpoint<PageRequest, Empty, Inbox>(
    "inbox", .get, "/inbox", access: .rider, cost: .longRead, limit: .longReads,
    summary: "Returns what was shared with the rider, newest first.")

  public static let markInboxRead = Endpoint<Empty, InboxRead, Empty>(
    "markInboxRead", .post, "/inbox/read", access: .rider, cost: .rows, limit: .writes,
    summary: "Marks posts in the rider's inbox as read.")
}

/// A rider's friends by name, and the open invitations, newest first.
public struct FriendList: Codable, Equatable, Sendable {
  public let friends: [Friend]
  public let received: [ReceivedInvitation]
  public let sent: [SentInvitation]

  public init(friends: [Friend], received: [ReceivedInvitation] = [], sent: [SentInvitation] = []) {
    (self.friends, self.received, self.sent) = (friends, received, sent)
  }
}

/// The rider to invite.
public struct NewFriend: Codable, Equatable, Sendable {
  /// The most invitations of one rider that may be open at once.
  public static let largestOpenCount = 100

  public let email: String

  public init(email: String) { self.email = email }

  /// Why the e-mail is invalid; `nil` when it is valid.
  public var problem: FieldError? { FieldError.checkingEmail(email.normalizedEmail) }
}

/// The result of an invitation.
public struct InvitationOutcome: Codable, Equatable, Sendable {
  /// The friend when the other rider had agreed before; `nil` when the invitation is open.
  public let friend: Friend?
  public init(friend: Friend?) { self.friend = friend }
}

/// Blocked riders, by name.
public struct BlockList: Codable, Equatable, Sendable {
  public let blocked: [Friend]
  public init(blocked: [Friend]) { self.blocked = blocked }
}

/// Names one rider.
public struct RiderParameters: Codable, Equatable, Sendable {
  public let rider: Identifier<RiderProfile>
  public init(rider: Identifier<RiderProfile>) { self.rider = rider }
}

/// Names one friend.
public struct FriendParameters: Codable, Equatable, Sendable {
  public let friend: Identifier<RiderProfile>
  public init(friend: Identifier<RiderProfile>) { self.friend = friend }
}

/// A text to share, and perhaps a ride.
public struct NewPost: Codable, Hashable, Sendable {
  /// The longest text, in characters.
  public static let longestText = 1000
  /// The most posts of one rider in a minute.
  public static let largestCountPerMinute = 60
  /// The most posts of one rider in 24 hours.
  public static let largestCountPerDay = 1000

  /// 1 to 1000 characters.
  public let text: String
  /// One of the author's own rides.
  public let ride: Identifier<Ride>?

  /// Creates a post that the cloud has not seen.
  public init(text: String, ride: Identifier<Ride>? = nil) { (self.text, self.ride) = (text, ride) }
}

/// Names one post.
public struct PostParameters: Codable, Equatable, Sendable {
  public let post: Identifier<Post>
  public init(post: Identifier<Post>) { self.post = post }
}

/// The friend who is to see a post.
public struct PostRecipient: Codable, Equatable, Sendable {
  public let friend: Identifier<RiderProfile>
  public init(friend: Identifier<RiderProfile>) { self.friend = friend }
}

/// The posts that were shared with a rider, newest first.
public struct Inbox: Codable, Equatable, Sendable {
  public let items: [InboxItem]
  public init(items: [InboxItem]) { self.items = items }
}

/// The posts that a rider has read.
public struct InboxRead: Codable, Equatable, Sendable, BoundedListBody {
  public static let listField = "posts"
  public static let largestCount = 1000

  /// Up to 1000 posts.
  public let posts: [Identifier<Post>]

  public var count: Int { posts.count }

  public init(posts: [Identifier<Post>]) { self.posts = posts }
}
