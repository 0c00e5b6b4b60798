package import Core
package import FoundationEssentials

/// Keeps posts and with whom they were shared.
package protocol PostStore: Sendable {
  /// Adds a post, unless its request was seen before or the author has written too many lately.
  ///
  /// The limits are ``NewPost/largestCountPerMinute`` and ``NewPost/largestCountPerDay``. Writers
  /// at the same moment may exceed them by their number.
  func addPost(
    _ post: NewPostRecord, key: RequestKey?
  ) throws(StoreError) -> PostInsertion

  /// Returns a post that the rider wrote or that was shared with the rider.
  func post(
    _ id: Identifier<Post>, visibleTo rider: Identifier<RiderProfile>
  ) throws(StoreError) -> PostRecord?

  /// Shares an author's post with one of the author's friends; sharing it again changes nothing.
  func share(
    _ post: Identifier<Post>, by author: Identifier<RiderProfile>,
    with friend: Identifier<RiderProfile>, now: Date
  ) throws(StoreError) -> ShareOutcome

  /// Returns the posts of an author with the riders whom they were shared with, newest first.
  func posts(
    by author: Identifier<RiderProfile>
  ) throws(StoreError) -> [(post: PostRecord, recipients: [Person])]

  /// Returns what was shared with a rider, newest first.
  func inbox(
    of rider: Identifier<RiderProfile>, limit: Int
  ) throws(StoreError) -> [InboxRecord]

  /// Marks posts in a rider's inbox as read; others are left alone.
  func markRead(
    _ posts: [Identifier<Post>], by rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreError)
}

/// The result of adding a post.
package enum PostInsertion: Equatable, Sendable {
  case added
  /// The same request came before; this is what it added.
  case repeated(PostRecord)
  /// Another request came before under the same key.
  case keyReused
  /// The author has written as many posts lately as a rider may.
  case tooMany
}

/// The result of sharing a post.
package enum ShareOutcome: Equatable, Sendable {
  case shared
  /// The post does not exist or has another author.
  case noSuchPost
  /// A recipient is not a friend of the author.
  case noSuchFriend
}

/// A post to be added.
package struct NewPostRecord: Equatable, Sendable {
  package let id: Identifier<Post>
  package let author: Identifier<RiderProfile>
  package let text: String
  /// One of the author's own rides.
  package let ride: Identifier<Ride>?
  package let createdAt: Date

  package init(
    id: Identifier<Post>, author: Identifier<RiderProfile>, text: String, ride: Identifier<Ride>?,
    createdAt: Date
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.ride = ride
    self.createdAt = createdAt
  }
}

/// A stored post.
package struct PostRecord: Equatable, Sendable {
  package let id: Identifier<Post>
  package let author: Person
  package let text: String
  package let ride: RideRecord?
  package let createdAt: Date

  package init(
    id: Identifier<Post>, author: Person, text: String, ride: RideRecord?, createdAt: Date
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.ride = ride
    self.createdAt = createdAt
  }
}

/// A post that was shared with a rider.
package struct InboxRecord: Equatable, Sendable {
  package let post: PostRecord
  package let sharedAt: Date
  package let isRead: Bool

  package init(post: PostRecord, sharedAt: Date, isRead: Bool) {
    self.post = post
    self.sharedAt = sharedAt
    self.isRead = isRead
  }
}
