public import Core

/// The riders with whom a rider shares, and the invitations between them.
public protocol FriendsRepository: Sendable {
  /// Returns the friends and the open invitations.
  func friendList() async throws(CloudError) -> FriendList
  /// Invites a rider, or accepts that rider's invitation.
  ///
  /// - Returns: The friend when the other rider had agreed before; `nil` when the invitation is open.
  func invite(email: String) async throws(CloudError) -> Friend?
  /// Makes a rider who has invited this one a friend.
  func acceptInvitation(of inviter: Friend) async throws(CloudError) -> Friend
  /// Withdraws an invitation that is open.
  func withdrawInvitation(to email: String) async throws(CloudError)
  /// Ends a friendship, or declines an invitation.
  func removeFriend(_ friend: Friend) async throws(CloudError)
  /// Returns the riders whose invitations are hidden.
  func blockedRiders() async throws(CloudError) -> [Friend]
  /// Ends the friendship with a rider, and hides that rider's invitations.
  func block(_ rider: Friend) async throws(CloudError)
  /// Shows a rider's invitations again; the friendship remains ended.
  func unblock(_ rider: Friend) async throws(CloudError)
}

extension FriendsRepository {
  /// The friends alone.
  func friends() async throws(CloudError) -> [Friend] { try await friendList().friends }
}

/// The friends of one session in Koober Cloud.
public struct CloudFriendsRepository: FriendsRepository {
  private let client: CloudClient
  private let session: UserSession

  /// Calls a cloud on behalf of the session's rider.
  public init(client: CloudClient, session: UserSession) {
    (self.client, self.session) = (client, session)
  }

  public func friendList() async throws(CloudError) -> FriendList {
    try await client.call(CloudAPI.friends, session: session)
  }

  public func invite(email: String) async throws(CloudError) -> Friend? {
    try await client.call(
      CloudAPI.inviteFriend, body: NewFriend(email: email.normalizedEmail), session: session
    ).friend
  }

  public func acceptInvitation(of inviter: Friend) async throws(CloudError) -> Friend {
    try await client.call(
      CloudAPI.acceptInvitation, parameters: FriendParameters(friend: inviter.id), session: session)
  }

  public func withdrawInvitation(to email: String) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.withdrawInvitation, body: NewFriend(email: email), session: session)
  }

  public func removeFriend(_ friend: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.removeFriend, parameters: FriendParameters(friend: friend.id), session: session)
  }

  public func blockedRiders() async throws(CloudError) -> [Friend] {
    try await client.call(CloudAPI.blockedRiders, session: session).blocked
  }

  public func block(_ rider: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.blockRider, parameters: RiderParameters(rider: rider.id), session: session)
  }

  public func unblock(_ rider: Friend) async throws(CloudError) {
    _ = try await client.call(
      CloudAPI.unblockRider, parameters: RiderParameters(rider: rider.id), session: session)
  }
}
