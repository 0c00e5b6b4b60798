import Core
import CoreTesting
import FoundationEssentials

/// The state of the preview's cloud: two friends, a post by one of them, and an invitation.
struct PreviewCloud {
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

  mutating func answer(_ request: CloudRequest) throws -> CloudResponse? {
    let body = request.body ?? Data()
    switch (request.method, request.path.first, request.path.count) {
    case (.get, "friends", 1):
      return try .document(FriendList(friends: friends, received: received, sent: sent))
    case (.post, "friends", 1), (.post, "friends", 2):
      let email = try JSONCoding.decode(NewFriend.self, from: body).email
      sent.removeAll { $0.email == email }
      guard request.path.count == 1 else { return nil }
      sent.append(SentInvitation(email: email, invitedAt: Date()))
      return try .document(InvitationOutcome(friend: nil), status: 201)
    case (.post, "friends", 3):
      guard let friend = received.first(where: { $0.from.id.rawValue == request.path[1] })?.from
      else { return try .refusal(.notFound, message: "There is no such invitation.") }
      received.removeAll { $0.from == friend }
      friends.append(friend)
      return try .document(friend)
    case (.delete, "friends", 2), (.put, "blocks", 2):
      friends.removeAll { $0.id.rawValue == request.path[1] }
      received.removeAll { $0.from.id.rawValue == request.path[1] }
      return nil
    case (.post, "posts", 1):
      let text = try JSONCoding.decode(NewPost.self, from: body).text
      let author = Person(id: RiderProfile.johnny.id, name: "Johnny")
      return try .document(
        Post(id: Identifier("post"), author: author, text: text, ride: nil, createdAt: Date()),
        status: 201)
    case (.get, "inbox", 1):
      let item = InboxItem(
        id: Identifier("item"), from: Person(id: Identifier("ada"), name: "Ada Lovelace"),
        text: "My ride to Apple Store", ride: .sample(state: .onTrip), sharedAt: Date(),
        read: false)
      return try .document(Inbox(items: [item]))
    default: return nil
    }
  }
}
