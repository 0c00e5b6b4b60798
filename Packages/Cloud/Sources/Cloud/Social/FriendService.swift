import Core

/// Keeps whom a rider shares with.
struct FriendService: Sendable {
  let store: any AccountStore & SocialStore
  let clock: any WallClock

  func friends(of rider: Identifier<RiderProfile>) throws -> FriendList {
    let friends = try store.friends(of: rider).map { friend in
      (friend: friend, key: (FoldedText(friend.name).text, friend.id.rawValue))
    }
    return FriendList(friends: friends.sorted { $0.key < $1.key }.map(\.friend))
  }

  func add(_ friend: NewFriend, to rider: Identifier<RiderProfile>) throws -> Friend {
    let email = friend.email.normalizedEmail
    if try store.profile(of: rider)?.email == email {
      throw Refusal(
        .ownEmail, message: "The e-mail '\(email)' is your own.",
        hint: "Type the e-mail of another rider.", field: "email")
    }
    let added = try store.addFriend(
      email: email, to: rider, now: clock.now.inWholeMilliseconds)
    guard let added else {
      throw Refusal(
        .notFound, message: "No rider has the e-mail '\(email)'.",
        hint: "Check the e-mail, or ask your friend to sign up.", field: "email")
    }
    return added
  }

  func remove(
    _ friend: Identifier<RiderProfile>, of rider: Identifier<RiderProfile>
  ) throws {
    guard try store.removeFriend(friend, of: rider) else { throw Refusal.noSuchFriend(friend) }
  }
}

extension Refusal {
  static func noSuchFriend(_ id: Identifier<RiderProfile>) -> Refusal {
    .notFound("friend", id.rawValue, hint: "Look at your list of friends.")
  }
}
