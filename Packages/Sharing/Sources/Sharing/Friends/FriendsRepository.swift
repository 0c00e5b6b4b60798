import Core

/// The riders with whom a rider shares, and the invitations between them.
protocol FriendsRepository: Sendable {
  /// The friends and the open invitations.
  func friendList() async throws(CloudError) -> FriendList
  /// Invites a rider, or accepts that rider's invitation.
  ///
  /// - Returns: The friend when the other rider had agreed before; `nil` when the invitation is open.
  func invite(email: String) async throws(CloudError) -> Friend?
  func acceptInvitation(of inviter: Friend) async throws(CloudError) -> Friend
  func withdrawInvitation(to email: String) async throws(CloudError)
  /// Ends a friendship, or declines an invitation.
  func removeFriend(_ friend: Friend) async throws(CloudError)
  func blockedRiders() async throws(CloudError) -> [Friend]
  func block(_ rider: Friend) async throws(CloudError)
  func unblock(_ rider: Friend) async throws(CloudError)
}

extension FriendsRepository {
  /// The friends alone.
  func friends() async throws(CloudError) -> [Friend] { try await friendList().friends }
}

/// The friends of one session in Koober Cloud.
struct CloudFriendsRepository: FriendsRepository {
  let client: CloudClient
  let session: UserSession

  func friendList() async throws(CloudError) -> FriendList {
    try await client.call(CloudAPI.friends, session: session)
  }

  func invite(email: String) async throws(CloudError) -> Friend? {
    try await client.call(
      CloudAPI.inviteFriend, body: NewFriend(email: email.normalizedEmail), session: session
    ).friend
  }

  func acceptInvitation(of inviter: Friend) async throws(CloudError) -> Friend {
    try await client.call(
      CloudAPI.acceptInvitation, parameters: FriendParameters(friend: inviter.id), session: session)
  }

  func withdrawInvitation(to email: String) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.withdrawInvitation, body: NewFriend(email: email), session: session)
  }

  func removeFriend(_ friend: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.removeFriend, parameters: FriendParameters(friend: friend.id), session: session)
  }

  func blockedRiders() async throws(CloudError) -> [Friend] {
    try await client.call(CloudAPI.blockedRiders, session: session).blocked
  }

  func block(_ rider: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.blockRider, parameters: RiderParameters(rider: rider.id), session: session)
  }

  func unblock(_ rider: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.unblockRider, parameters: RiderParameters(rider: rider.id), session: session)
  }
}
