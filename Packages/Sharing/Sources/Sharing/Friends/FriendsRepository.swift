import Core

/// The riders with whom a rider shares.
protocol FriendsRepository: Sendable {
  func friends() async throws(CloudError) -> [Friend]
  func addFriend(email: String) async throws(CloudError) -> Friend
  func removeFriend(_ friend: Friend) async throws(CloudError)
}

/// The friends that Koober Cloud keeps for one session.
struct CloudFriendsRepository: FriendsRepository {
  let client: CloudClient
  let session: UserSession

  func friends() async throws(CloudError) -> [Friend] {
    try await client.call(CloudAPI.friends, session: session).friends
  }

  func addFriend(email: String) async throws(CloudError) -> Friend {
    try await client.call(
      CloudAPI.addFriend, body: NewFriend(email: email.normalizedEmail), session: session)
  }

  func removeFriend(_ friend: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.removeFriend, parameters: FriendParameters(friend: friend.id), session: session)
  }
}
