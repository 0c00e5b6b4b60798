public import FoundationEssentials

/// A text, and perhaps a ride, that a rider shares.
public struct Post: Codable, Hashable, Sendable {
  public let id: Identifier<Post>
  public let author: Person
  public let text: String
  /// The current state of the ride, if the post is about one.
  public let ride: Ride?
  public let createdAt: Date

  public init(
    id: Identifier<Post>, author: Person, text: String, ride: Ride?, createdAt: Date
  ) {
    self.id = id
    self.author = author
    self.text = text
    self.ride = ride
    self.createdAt = createdAt
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
    self.id = id
    self.from = from
    self.text = text
    self.ride = ride
    self.sharedAt = sharedAt
    self.read = read
  }
}

extension Post {
  private enum CodingKeys: CodingKey {
    case id, author, text, ride, createdAt
  }

  /// Writes every key: what is absent is `null`, so that a reader finds the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(author, forKey: .author)
    try container.encode(text, forKey: .text)
    try container.encode(ride, forKey: .ride)
    try container.encode(createdAt, forKey: .createdAt)
  }
}

extension InboxItem {
  private enum CodingKeys: CodingKey {
    case id, from, text, ride, sharedAt, read
  }

  /// Writes every key: what is absent is `null`, so that a reader finds the key.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(from, forKey: .from)
    try container.encode(text, forKey: .text)
    try container.encode(ride, forKey: .ride)
    try container.encode(sharedAt, forKey: .sharedAt)
    try container.encode(read, forKey: .read)
  }
}
