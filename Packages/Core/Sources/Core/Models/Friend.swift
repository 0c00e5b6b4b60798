public import FoundationEssentials

/// Another rider with whom a rider shares; each of the two has agreed.
public struct Friend: Codable, Hashable, Sendable {
  public let id: Identifier<RiderProfile>
  public let name: String
  public let email: String

  public init(id: Identifier<RiderProfile>, name: String, email: String) {
    (self.id, self.name, self.email) = (id, name, email)
  }
}

/// An invitation to be friends, as the invited rider sees it.
public struct ReceivedInvitation: Codable, Hashable, Sendable {
  public let from: Friend
  public let invitedAt: Date
  public init(from: Friend, invitedAt: Date) { (self.from, self.invitedAt) = (from, invitedAt) }
}

/// An invitation to be friends, as its sender sees it; does not reveal whether there is an account.
public struct SentInvitation: Codable, Hashable, Sendable {
  public let email: String
  public let invitedAt: Date
  public init(email: String, invitedAt: Date) { (self.email, self.invitedAt) = (email, invitedAt) }
}

/// Another rider, by name only: what a recipient sees of a sender and the reverse.
public struct Person: Codable, Hashable, Sendable {
  public let id: Identifier<RiderProfile>
  public let name: String
  public init(id: Identifier<RiderProfile>, name: String) { (self.id, self.name) = (id, name) }
}
