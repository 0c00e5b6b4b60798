import CloudDomain
import CloudStore
import Core

/// Manages friendships, the invitations to them, and blocks.
struct FriendService: Sendable {
  let store: SQLStore
  let clock: any WallClock

  func friends(of rider: RiderID) throws -> FriendList { try store.friends(of: rider).sorted }

  func invite(_ friend: NewFriend, by rider: RiderID) throws -> InvitationOutcome {
    let email = friend.email.normalizedEmail
    if let problem = friend.problem { throw APIError.invalid(problem) }
    if try store.profile(of: rider)?.email == email {
      throw APIError(
        .ownEmail, message: "The e-mail '\(email)' is your own.",
        hint: "Type the e-mail of another rider.", field: "email")
    }
    switch try store.invite(email: email, by: rider, now: clock.now.inWholeMilliseconds) {
    case .invited: return InvitationOutcome(friend: nil)
    case .friends(let friend): return InvitationOutcome(friend: friend)
    case .blocked:
      throw APIError(
        .riderBlocked, message: "You have blocked the rider with the e-mail '\(email)'.",
        hint: "Unblock the rider first.", field: "email")
    case .tooMany:
      throw APIError(
        .tooManyRequests,
        message: "You have \(NewFriend.largestOpenCount) open invitations, which is the most.",
        hint: "Withdraw one, or wait until one is accepted.")
    }
  }

  func accept(_ inviter: RiderID, by rider: RiderID) throws -> Friend {
    let now = clock.now.inWholeMilliseconds
    guard let friend = try store.acceptInvitation(of: inviter, by: rider, now: now) else {
      throw APIError.notFound(
        "invitation from", inviter.rawValue, hint: "Look at your list of friends.")
    }
    return friend
  }

  func withdraw(_ friend: NewFriend, by rider: RiderID) throws {
    let email = friend.email.normalizedEmail
    let now = clock.now.inWholeMilliseconds
    guard try store.withdrawInvitation(to: email, by: rider, now: now) else {
      throw APIError.notFound("invitation to", email, hint: "Look at your list of friends.")
    }
  }

  func remove(_ friend: RiderID, of rider: RiderID) throws {
    let now = clock.now.inWholeMilliseconds
    guard try store.removeFriend(friend, of: rider, now: now) else {
      throw APIError.noSuchFriend(friend)
    }
  }

  func blocked(by rider: RiderID) throws -> BlockList {
    BlockList(blocked: try store.blocked(by: rider).sortedByName())
  }

  func block(_ other: RiderID, by rider: RiderID) throws {
    guard other != rider else {
      throw APIError.invalid("rider", "This is your own account.", hint: "Name another rider.")
    }
    guard try store.block(other, by: rider, now: clock.now.inWholeMilliseconds) else {
      throw APIError.notFound(
        "rider", other.rawValue, hint: "Look at your friends and at the blocked riders.")
    }
  }

  func unblock(_ other: RiderID, by rider: RiderID) throws {
    guard try store.unblock(other, by: rider) else {
      throw APIError.notFound(
        "blocked rider", other.rawValue, hint: "A block ends when either account is deleted.")
    }
  }
}

extension FriendList {
  /// Friends by name, invitations newest first: the order in the store tells what was changed.
  var sorted: FriendList {
    FriendList(
      friends: friends.sortedByName(),
      received: received.sorted {
        ($0.invitedAt, $0.from.email) > ($1.invitedAt, $1.from.email)
      },
      sent: sent.sorted { ($0.invitedAt, $0.email) > ($1.invitedAt, $1.email) })
  }
}

extension [Friend] {
  /// The riders in alphabetical order of their names.
  func sortedByName() -> [Friend] {
    map { friend in (friend: friend, key: (AccentFoldedText(friend.name).text, friend.id.rawValue))
    }
    .sorted { $0.key < $1.key }.map(\.friend)
  }
}

extension APIError {
  static func noSuchFriend(_ id: RiderID) -> APIError {
    .notFound("friend", id.rawValue, hint: "Look at your list of friends.")
  }
}
