/// Another rider whom a rider has added, to share with.
public struct Friend: Codable, Hashable, Sendable {
  public let id: Identifier<RiderProfile>
  public let name: String
  public let email: String

  /// Creates a friend.
  public init(id: Identifier<RiderProfile>, name: String, email: String) {
    self.id = id
    self.name = name
    self.email = email
  }
}

/// Another rider, by name only: what a recipient sees of a sender and the reverse.
public struct Person: Codable, Hashable, Sendable {
  public let id: Identifier<RiderProfile>
  public let name: String

  /// Names another rider.
  public init(id: Identifier<RiderProfile>, name: String) {
    self.id = id
    self.name = name
  }
}
