package import Core
package import FoundationEssentials

/// Keeps friendships, invitations to them, and blocked riders.
///
/// An invitation belongs to a rider and an e-mail, whether or not the e-mail has an account: so
/// the response is the same in all cases. What its sender sees of it does not change until the sender
/// withdraws it or the friendship begins.
package protocol FriendStore: Sendable {
  /// Returns a rider's friends and open invitations, in no particular order.
  func friends(of rider: Identifier<RiderProfile>) throws(StoreError) -> FriendList

  /// Invites a rider by normalized e-mail, or accepts that rider's invitation.
  func invite(
    email: String, by rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreError) -> InvitationResult

  /// Makes two riders friends.
  ///
  /// - Returns: The new friend; `nil` without an invitation of that rider.
  func acceptInvitation(
    of inviter: Identifier<RiderProfile>, by rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreError) -> Friend?

  /// Withdraws an invitation.
  ///
  /// - Returns: Whether there was one.
  func withdrawInvitation(
    to email: String, by rider: Identifier<RiderProfile>
  ) throws(StoreError) -> Bool

  /// Ends a friendship on both sides with all that the two have shared, or declines an invitation:
  /// it is hidden, as are those that follow within ``NewFriend/quietTimeAfterDecline``.
  ///
  /// - Returns: Whether there was a friendship or an invitation.
  func removeFriend(
    _ friend: Identifier<RiderProfile>, of rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreError) -> Bool

  /// Returns the riders whom a rider has blocked as they were then, in no particular order.
  func blocked(by rider: Identifier<RiderProfile>) throws(StoreError) -> [Friend]

  /// Ends the friendship and the invitations between two riders and hides later invitations.
  ///
  /// - Returns: Whether the other is known to the rider, as a friend or by an invitation; nothing is
  ///   said about others.
  func block(
    _ other: Identifier<RiderProfile>, by rider: Identifier<RiderProfile>, now: Date
  ) throws(StoreError) -> Bool

  /// Shows the invitations of a blocked rider again.
  ///
  /// - Returns: Whether the rider was blocked.
  func unblock(
    _ other: Identifier<RiderProfile>, by rider: Identifier<RiderProfile>
  ) throws(StoreError) -> Bool
}

/// The result of an invitation.
package enum InvitationResult: Equatable, Sendable {
  case invited
  /// The two are friends: they were before, or the other rider had invited this one.
  case friends(Friend)
  /// The rider has blocked the invited one.
  case blocked
  /// The rider has as many open invitations as may be.
  case tooMany
}
