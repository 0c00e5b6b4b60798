import Core
import CoreTesting
import FoundationEssentials
import Testing

@testable import Cloud

/// A second rider tries every identifier of the first, and learns nothing.
struct AuthorizationTests {
  /// What the first rider has.
  private struct Scene {
    let client: CloudClient
    let owner: UserSession
    let stranger: UserSession
    let ride: Identifier<Ride>
    let post: Identifier<Post>
    let friend: Identifier<RiderProfile>

    init() async throws {
      client = TestCloud().makeClient()
      owner = try await client.signUp("Owner")
      stranger = try await client.signUp("Stranger")
      let friendSession = try await client.signUp("Friend")
      friend = friendSession.profile.id
      ride = try await client.requestRide(session: owner).id
      let newPost = NewPost(text: "My trip", ride: ride)
      post = try await client.call(CloudAPI.createPost, body: newPost, session: owner).id
      let email = NewFriend(email: friendSession.profile.email)
      _ = try await client.call(CloudAPI.inviteFriend, body: email, session: owner)
      _ = try await client.call(
        CloudAPI.acceptInvitation, parameters: FriendParameters(friend: owner.profile.id),
        session: friendSession)
    }
  }

  /// An attempt to use an identifier that the stranger must not know to be right.
  private struct Attempt: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let identifier: @Sendable (Scene) -> String
    let call: @Sendable (Scene, String) async throws -> Void
  }

  private static let attempts = [
    Attempt(
      testDescription: "look at the ride", identifier: { $0.ride.rawValue },
      call: { scene, id in
        _ = try await scene.client.call(
          CloudAPI.ride, parameters: RideReading(ride: Identifier(id)),
          session: scene.stranger)
      }),
    Attempt(
      testDescription: "cancel the ride", identifier: { $0.ride.rawValue },
      call: { scene, id in
        _ = try await scene.client.call(
          CloudAPI.cancelRide, parameters: RideCancelling(ride: Identifier(id)),
          session: scene.stranger)
      }),
    Attempt(
      testDescription: "post about the ride", identifier: { $0.ride.rawValue },
      call: { scene, id in
        _ = try await scene.client.call(
          CloudAPI.createPost, body: NewPost(text: "Mine", ride: Identifier(id)),
          session: scene.stranger)
      }),
    Attempt(
      testDescription: "read the post", identifier: { $0.post.rawValue },
      call: { scene, id in
        _ = try await scene.client.call(
          CloudAPI.post, parameters: PostParameters(post: Identifier(id)),
          session: scene.stranger)
      }),
    Attempt(
      testDescription: "share the post", identifier: { $0.post.rawValue },
      call: { scene, id in
        _ = try await scene.client.call(
          CloudAPI.sharePost, parameters: PostParameters(post: Identifier(id)),
          body: PostRecipient(friend: scene.owner.profile.id), session: scene.stranger)
      }),
    Attempt(
      testDescription: "accept an invitation that was for another rider",
      identifier: { $0.owner.profile.id.rawValue },
      call: { scene, id in
        _ = try await scene.client.call(
          CloudAPI.inviteFriend, body: NewFriend(email: "other@example.com"),
          session: scene.owner)
        _ = try await scene.client.call(
          CloudAPI.acceptInvitation, parameters: FriendParameters(friend: Identifier(id)),
          session: scene.stranger)
      }),
    Attempt(
      testDescription: "remove the friend", identifier: { $0.friend.rawValue },
      call: { scene, id in
        _ = try await scene.client.call(
          CloudAPI.removeFriend, parameters: FriendParameters(friend: Identifier(id)),
          session: scene.stranger)
      }),
    Attempt(
      testDescription: "share an own post with a rider who is no friend",
      identifier: { $0.owner.profile.id.rawValue },
      call: { scene, id in
        let post = try await scene.client.call(
          CloudAPI.createPost, body: NewPost(text: "Hello"), session: scene.stranger)
        _ = try await scene.client.call(
          CloudAPI.sharePost, parameters: PostParameters(post: post.id),
          body: PostRecipient(friend: Identifier(id)), session: scene.stranger)
      }),
  ]

  @Test(arguments: attempts)
  private func `What belongs to another looks absent`(attempt: Attempt) async throws {
    let scene = try await Scene()
    let real = attempt.identifier(scene)
    let invented = String(repeating: "0", count: real.utf8.count)

    let refused = await expectRefusal(.notFound) { try await attempt.call(scene, real) }
    let absent = await expectRefusal(.notFound) { try await attempt.call(scene, invented) }

    #expect(refused?.message.replacing(real, with: invented) == absent?.message)
    #expect(refused?.hint == absent?.hint)
    #expect(refused?.field == absent?.field)
  }

  @Test func `The lists of a stranger stay empty`() async throws {
    let scene = try await Scene()
    let page = PageRequest(limit: 10)
    let read = InboxRead(posts: [scene.post])
    _ = try await scene.client.call(
      CloudAPI.markInboxRead, body: read, session: scene.stranger)

    let rides = try await scene.client.call(
      CloudAPI.rideHistory, parameters: page, session: scene.stranger)
    let inbox = try await scene.client.call(
      CloudAPI.inbox, parameters: page, session: scene.stranger)
    let friends = try await scene.client.call(CloudAPI.friends, session: scene.stranger)

    #expect(rides.rides == [])
    #expect(inbox.items == [])
    #expect(friends.friends == [])
  }

  @Test func `Nothing that a stranger tried has changed anything`() async throws {
    let scene = try await Scene()
    for attempt in Self.attempts { try? await attempt.call(scene, attempt.identifier(scene)) }

    let ride = try await scene.client.call(CloudAPI.currentRide, session: scene.owner)
    let friends = try await scene.client.call(CloudAPI.friends, session: scene.owner)

    #expect(ride.state == .requested)
    #expect(friends.friends.map(\.name) == ["Friend"])
  }
}
