import Core
import CoreTesting
import FoundationEssentials

/// A cloud for the preview: two friends, a post by one of them, and an invitation.
actor PreviewCloud: PreviewCloudTransport {
  private var friends = [
    Friend(id: Identifier("ada"), name: "Ada Lovelace", email: "ada@example.org"),
    Friend(id: Identifier("grace"), name: "Grace Hopper", email: "grace@example.org"),
  ]

  private var received = [
    ReceivedInvitation(
      from: Friend(id: Identifier("mary"), name: "Mary Jackson", email: "mary@example.org"),
      invitedAt: Date())
  ]
  private var sent: [SentInvitation] = []

  func answer(_ request: CloudRequest) throws -> CloudResponse {
    let body = request.body ?? Data()
    switch (request.method, request.path.first, request.path.count) {
    case (.get, "friends", 1):
      return try .document(FriendList(friends: friends, received: received, sent: sent))
    case (.post, "friends", 1): return try invite(JSONCoding.decode(NewFriend.self, from: body))
    case (.post, "friends", 2):
      let friend = try JSONCoding.decode(NewFriend.self, from: body)
      sent.removeAll { $0.email == friend.email }
      return try .document(Empty())
    case (.post, "friends", 3): return try accept(request.path[1])
    case (.delete, "friends", 2):
      remove(request.path[1])
      return try .document(Empty())
    case (.put, "blocks", 2):
      remove(request.path[1])
      return try .document(Empty())
    case (.post, "posts", 1): return try create(JSONCoding.decode(NewPost.self, from: body))
    case (.post, "posts", 3): return try .document(Empty(), status: 201)
    case (.post, "inbox", 2): return try .document(Empty())
    case (.get, "inbox", 1): return try .document(Inbox(items: [item]))
    default: return try .refusal(.noSuchEndpoint)
    }
  }

  private func invite(_ friend: NewFriend) throws -> CloudResponse {
    sent = sent.filter { $0.email != friend.email }
    sent.append(SentInvitation(email: friend.email, invitedAt: Date()))
    return try .document(InvitationOutcome(friend: nil), status: 201)
  }

  private func accept(_ id: String) throws -> CloudResponse {
    guard let invitation = received.first(where: { $0.from.id.rawValue == id }) else {
      return try .refusal(.notFound, message: "There is no such invitation.")
    }
    received.removeAll { $0 == invitation }
    friends.append(invitation.from)
    return try .document(invitation.from)
  }

  private func remove(_ id: String) {
    friends.removeAll { $0.id.rawValue == id }
    received.removeAll { $0.from.id.rawValue == id }
  }

  private func create(_ post: NewPost) throws -> CloudResponse {
    try .document(
      Post(
        id: Identifier("post"), author: Person(id: RiderProfile.johnny.id, name: "Johnny"),
        text: post.text, ride: nil, createdAt: Date()), status: 201)
  }

  private var item: InboxItem {
    InboxItem(
      id: Identifier("item"), from: Person(id: Identifier("ada"), name: "Ada Lovelace"),
      text: "My ride to Apple Store", ride: .sample(state: .onTrip), sharedAt: Date(), read: false)
  }
}
