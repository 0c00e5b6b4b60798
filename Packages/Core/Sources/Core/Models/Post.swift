public import FoundationEssentials

/// A text, and perhaps a ride, that a rider shares.
public struct Post: Codable, Hashable, Sendable {
  public let id: Identifier<Post>
  public let author: Person
  public let text: String
  /// The current state of the ride, if the post is about one.
  public let ride: Ride?
  public let createdAt: Date

  public init(id: Identifier<Post>, author: Person, text: String, ride: Ride?, createdAt: Date) {
    (self.id, self.author, self.text) = (id, author, text)
    (self.ride, self.createdAt) = (ride, createdAt)
  }
}

/// A post that was shared with the rider.
public struct InboxItem: Codable, Hashable, Sendable {
  public let id: Identifier<Post>
  public let from: Person
  public let text: String
  /// The current state of the ride, if the post is about one.
  public let ride: Ride?
  public let sharedAt: Date
  public let read: Bool

  public init(
    id: Identifier<Post>, from: Person, text: String, ride: Ride?, sharedAt: Date, read: Bool
  ) {
    (self.id, self.from, self.text) = (id, from, text)
    (self.ride, self.sharedAt, self.read) = (ride, sharedAt, read)
  }
}

extension KeyedEncodingContainer {
  /// Writes the absent ride of a post or an inbox item as `null`, so that a reader finds the key: the
  /// synthesized `encode(to:)` calls this for a property of type `Ride?`.
  mutating func encodeIfPresent(_ ride: Ride?, forKey key: Key) throws {
    try encode(ride, forKey: key)
  }
}
