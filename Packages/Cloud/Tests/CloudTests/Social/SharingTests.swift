import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

struct SharingTests {
  private let cloud = TestCloud()

  /// Johnny and his friends, in the order in which they are added.
  private func befriend(
    _ names: String...
  ) async throws -> (client: CloudClient, johnny: UserSession, friends: [UserSession]) {
    let client = cloud.makeClient()
    let johnny = try await client.signUp("Johnny")
    var friends: [UserSession] = []
    for name in names {
      let friend = try await client.signUp(name)
      let email = NewFriend(email: " \(friend.profile.email.uppercased())")
      _ = try await client.call(CloudAPI.inviteFriend, body: email, session: johnny)
      _ = try await client.call(
        CloudAPI.acceptInvitation, parameters: FriendParameters(friend: johnny.profile.id),
        session: friend)
      friends.append(friend)
    }
    return (client, johnny, friends)
  }

  @Test func `Friends are listed by name`() async throws {
    let (client, johnny, _) = try await befriend("zoe", "Émile", "adam", "Bert")

    let friends = try await client.call(CloudAPI.friends, session: johnny).friends

    #expect(friends.map(\.name) == ["adam", "Bert", "Émile", "zoe"])
  }

  @Test func `A rider cannot be their own friend`() async throws {
    let (client, johnny, _) = try await befriend()

    await expectRefusal(.ownEmail) {
      try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: "JOHNNY@example.com"), session: johnny)
    }
  }

  @Test func `An unknown e-mail is answered like a known one`() async throws {
    let (client, johnny, _) = try await befriend()
    _ = try await client.signUp("Zoe")

    for email in ["zoe@example.com", "nobody@example.com"] {
      let outcome = try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: email), session: johnny)
      #expect(outcome == InvitationOutcome(friend: nil))
    }

    let list = try await client.call(CloudAPI.friends, session: johnny)
    #expect(list.friends == [])
    #expect(list.sent.map(\.email) == ["zoe@example.com", "nobody@example.com"])
  }

  @Test func `What is no e-mail is not invited`() async throws {
    let (client, johnny, _) = try await befriend()

    let detail = await expectRefusal(.invalidField) {
      try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: "zoe"), session: johnny)
    }

    #expect(detail?.field == "email")
  }

  @Test func `A shared trip ends with the friendship`() async throws {
    let (client, johnny, friends) = try await befriend("Zoe")
    let ride = try await client.requestRide(session: johnny)
    let post = try await client.call(
      CloudAPI.createPost, body: NewPost(text: "On my way", ride: ride.id), session: johnny)
    _ = try await client.call(
      CloudAPI.sharePost, parameters: PostParameters(post: post.id),
      body: PostRecipient(friend: friends[0].profile.id), session: johnny)

    _ = try await client.call(
      CloudAPI.blockRider, parameters: RiderParameters(rider: johnny.profile.id),
      session: friends[0])

    let inbox = try await client.call(
      CloudAPI.inbox, parameters: PageRequest(limit: 10), session: friends[0])
    #expect(inbox.items == [])
    await expectRefusal(.notFound) {
      try await client.call(
        CloudAPI.post, parameters: PostParameters(post: post.id), session: friends[0])
    }
    let blocked = try await client.call(CloudAPI.blockedRiders, session: friends[0]).blocked
    #expect(blocked.map(\.name) == ["Johnny"])
    await expectRefusal(.riderBlocked) {
      try await client.call(
        CloudAPI.inviteFriend, body: NewFriend(email: johnny.profile.email), session: friends[0])
    }
  }

  @Test func `Too many posts at once are refused`() async throws {
    let (client, johnny, _) = try await befriend()
    for _ in 0..<NewPost.largestCountPerMinute {
      _ = try await client.call(CloudAPI.createPost, body: NewPost(text: "x"), session: johnny)
    }

    let error = await #expect(throws: CloudError.self) {
      try await client.call(CloudAPI.createPost, body: NewPost(text: "x"), session: johnny)
    }
    guard case .tryAgainLater(let detail, _) = error else {
      Issue.record("The cloud did not refuse the post.")
      return
    }
    #expect(detail.code == .tooManyRequests)
  }

  @Test func `A removed friend is gone`() async throws {
    let (client, johnny, friends) = try await befriend("Zoe")
    let parameters = FriendParameters(friend: friends[0].profile.id)

    _ = try await client.call(CloudAPI.removeFriend, parameters: parameters, session: johnny)

    #expect(try await client.call(CloudAPI.friends, session: johnny).friends == [])
    await expectRefusal(.notFound) {
      try await client.call(CloudAPI.removeFriend, parameters: parameters, session: johnny)
    }
  }

  @Test func `A shared trip is in the friend's inbox, as it is now`() async throws {
    let (client, johnny, friends) = try await befriend("Zoe")
    let ride = try await client.requestRide(session: johnny)
    let post = try await client.call(
      CloudAPI.createPost, body: NewPost(text: "On my way", ride: ride.id), session: johnny)
    _ = try await client.call(
      CloudAPI.sharePost, parameters: PostParameters(post: post.id),
      body: PostRecipient(friend: friends[0].profile.id), session: johnny)
    cloud.manualClock.advance(by: .seconds(10))

    let inbox = try await client.call(
      CloudAPI.inbox, parameters: PageRequest(limit: 10), session: friends[0])

    let item = try #require(inbox.items.first)
    #expect(inbox.items.count == 1)
    #expect(item.id == post.id)
    #expect(item.from.name == "Johnny")
    #expect(item.text == "On my way")
    #expect(item.ride?.id == ride.id)
    #expect(item.ride?.state == .accepted)
    #expect(!item.read)
    let opened = try await client.call(
      CloudAPI.post, parameters: PostParameters(post: post.id), session: friends[0])
    #expect(opened.ride == item.ride)
  }

  @Test func `A read item is read`() async throws {
    let (client, johnny, friends) = try await befriend("Zoe")
    let post = try await client.call(
      CloudAPI.createPost, body: NewPost(text: "Hello"), session: johnny)
    _ = try await client.call(
      CloudAPI.sharePost, parameters: PostParameters(post: post.id),
      body: PostRecipient(friend: friends[0].profile.id), session: johnny)

    _ = try await client.call(
      CloudAPI.markInboxRead, body: InboxRead(posts: [post.id]), session: friends[0])

    let inbox = try await client.call(
      CloudAPI.inbox, parameters: PageRequest(limit: 10), session: friends[0])
    #expect(inbox.items.map(\.read) == [true])
  }

  @Test func `A repeated post with its key is one post`() async throws {
    let (client, johnny, _) = try await befriend()
    let post = NewPost(text: "Hello")

    let first = try await client.call(
      CloudAPI.createPost, body: post, session: johnny, idempotencyKey: "k")
    let again = try await client.call(
      CloudAPI.createPost, body: post, session: johnny, idempotencyKey: "k")

    #expect(again == first)
    await expectRefusal(.idempotencyKeyReused) {
      try await client.call(
        CloudAPI.createPost, body: NewPost(text: "Bye"), session: johnny, idempotencyKey: "k")
    }
  }

  @Test(arguments: ["", " \n ", String(repeating: "é", count: 1001), "a\u{0}"])
  func `A text that is empty, endless or broken is refused`(text: String) async throws {
    let (client, johnny, _) = try await befriend()

    let detail = await expectRefusal(.invalidField) {
      try await client.call(CloudAPI.createPost, body: NewPost(text: text), session: johnny)
    }

    #expect(detail?.field == "text")
  }

  @Test(arguments: ["x", String(repeating: "é", count: 1000), "a\nb\t\u{1B}[31m", "👩‍👩‍👧‍👦"])
  func `A text comes back as it was written`(text: String) async throws {
    let (client, johnny, _) = try await befriend()

    let post = try await client.call(
      CloudAPI.createPost, body: NewPost(text: text), session: johnny)
    let read = try await client.call(
      CloudAPI.post, parameters: PostParameters(post: post.id), session: johnny)

    #expect(read.text == text)
    #expect(read == post)
  }
}
