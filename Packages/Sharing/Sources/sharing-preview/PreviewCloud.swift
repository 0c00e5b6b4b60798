import Core
import CoreTesting
import FoundationEssentials

/// Answers what sharing asks: two friends, and one of them has written.
actor PreviewCloud: CloudTransport {
  private var friends = [
    Friend(id: Identifier("ada"), name: "Ada Lovelace", email: "ada@example.org"),
    Friend(id: Identifier("grace"), name: "Grace Hopper", email: "grace@example.org"),
  ]

  func send(_ request: CloudRequest) async throws(CloudTransportError) -> CloudResponse {
    // A preview that is left needs no answer any more.
    try? await Task.sleep(for: .milliseconds(300))
    do {
      return try answer(request)
    } catch {
      throw .unreachable(reason: "the preview cannot read the request")
    }
  }

  private func answer(_ request: CloudRequest) throws -> CloudResponse {
    let body = request.body ?? Data()
    switch (request.method, request.path.first, request.path.count) {
    case (.get, "friends", 1): return try .document(FriendList(friends: friends))
    case (.post, "friends", 1): return try add(JSONCoding.decode(NewFriend.self, from: body))
    case (.delete, "friends", 2):
      friends.removeAll { $0.id.rawValue == request.path[1] }
      return try .document(Nothing())
    case (.post, "posts", 1): return try create(JSONCoding.decode(NewPost.self, from: body))
    case (.post, "posts", 3): return try .document(Nothing(), status: 201)
    case (.post, "inbox", 2): return try .document(Nothing())
    case (.get, "inbox", 1): return try .document(Inbox(items: [item]))
    default: return try .refusal(.noSuchEndpoint)
    }
  }

  private func add(_ friend: NewFriend) throws -> CloudResponse {
    guard friend.email.hasSuffix("@example.org") else {
      return try .refusal(.notFound, message: "Nobody has the e-mail '\(friend.email)'.")
    }
    let name = String(friend.email.prefix { $0 != "@" }).capitalized
    let added = Friend(id: Identifier(friend.email), name: name, email: friend.email)
    friends = friends.filter { $0.email != added.email } + [added]
    return try .document(added, status: 201)
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
