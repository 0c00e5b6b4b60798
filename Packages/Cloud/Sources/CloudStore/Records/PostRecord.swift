package import CloudDomain
package import Core
package import FoundationEssentials

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

/// A stored post.
package struct PostRecord: Equatable, Sendable {
  package let id: Identifier<Post>
  package let author: Person
  package let text: String
  /// One of the author's own rides.
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
}
