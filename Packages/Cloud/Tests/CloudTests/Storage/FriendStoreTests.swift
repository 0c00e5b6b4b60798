import Core
import FoundationEssentials
import Testing

@testable import Cloud

struct FriendStoreTests {
  private let ann = Identifier<RiderProfile>("id-of-ann")
  private let bob = Identifier<RiderProfile>("id-of-bob")
  private let eve = Identifier<RiderProfile>("id-of-eve")
  private let annAsFriend = Friend(
    id: Identifier("id-of-ann"), name: "ann", email: "ann@example.com")
  private let bobAsFriend = Friend(
    id: Identifier("id-of-bob"), name: "bob", email: "bob@example.com")

  /// Runs a test on a store with Ann, Bob and Eve.
  private func withRiders(
    _ kind: StoreUnderTest, _ test: (any CloudStore) throws -> Void
  ) throws {
    try kind.withStore { (store) throws in
      for name in ["ann", "bob", "eve"] { try store.addRider(name) }
      try test(store)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An invitation is open on both sides until it is accepted`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      #expect(try store.invite(email: "bob@example.com", by: ann, now: .noon) == .invited)
      #expect(try store.invite(email: "bob@example.com", by: ann, now: .noon + 9) == .invited)

      #expect(
        try store.friends(of: ann)
          == FriendList(
            friends: [],
            sent: [SentInvitation(email: "bob@example.com", invitedAt: .noon)]))
      #expect(
        try store.friends(of: bob)
          == FriendList(
            friends: [],
            received: [ReceivedInvitation(from: annAsFriend, invitedAt: .noon)]))

      #expect(try store.acceptInvitation(of: eve, by: bob, now: .noon) == nil)
      #expect(try store.acceptInvitation(of: bob, by: ann, now: .noon) == nil)
      #expect(try store.acceptInvitation(of: ann, by: bob, now: .noon) == annAsFriend)

      #expect(try store.friends(of: ann) == FriendList(friends: [bobAsFriend]))
      #expect(try store.friends(of: bob) == FriendList(friends: [annAsFriend]))
      #expect(
        try store.invite(email: "bob@example.com", by: ann, now: .noon) == .friends(bobAsFriend))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Two riders who invite each other are friends`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      _ = try store.invite(email: "bob@example.com", by: ann, now: .noon)

      #expect(
        try store.invite(email: "ann@example.com", by: bob, now: .noon) == .friends(annAsFriend))
      #expect(try store.friends(of: ann) == FriendList(friends: [bobAsFriend]))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An unknown e-mail is invited like a known one`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      #expect(try store.invite(email: "zoe@example.com", by: ann, now: .noon) == .invited)
      #expect(
        try store.friends(of: ann).sent
          == [SentInvitation(email: "zoe@example.com", invitedAt: .noon)])

      try store.addRider("zoe")

      #expect(
        try store.friends(of: Identifier("id-of-zoe")).received.map(\.from) == [annAsFriend])
      #expect(try store.withdrawInvitation(to: "zoe@example.com", by: ann) == true)
      #expect(try store.withdrawInvitation(to: "zoe@example.com", by: ann) == false)
      #expect(try store.friends(of: Identifier("id-of-zoe")).received == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `No more invitations are open at once than may be`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      for number in 0..<NewFriend.largestOpenCount {
        #expect(try store.invite(email: "\(number)@example.com", by: ann, now: .noon) == .invited)
      }

      #expect(try store.invite(email: "more@example.com", by: ann, now: .noon) == .tooMany)
      #expect(try store.invite(email: "0@example.com", by: ann, now: .noon) == .invited)
      #expect(try store.invite(email: "more@example.com", by: bob, now: .noon) == .invited)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `The end of a friendship takes back what was shared`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      try store.befriend(ann, bob)
      try store.befriend(ann, eve)
      for (author, friend) in [(ann, bob), (bob, ann), (ann, eve)] {
        let id = Identifier<Post>("\(author) to \(friend)")
        let post = NewPostRecord(
          id: id, author: author, text: "Text", ride: nil, createdAt: .noon)
        _ = try store.addPost(post, key: nil)
        #expect(try store.share(id, by: author, with: friend, now: .noon) == .shared)
      }

      #expect(try store.removeFriend(ann, of: bob) == true)

      #expect(try store.removeFriend(ann, of: bob) == false)
      #expect(try store.friends(of: ann).friends.map(\.name) == ["eve"])
      #expect(try store.inbox(of: ann, limit: 10) == [])
      #expect(try store.inbox(of: bob, limit: 10) == [])
      #expect(try store.inbox(of: eve, limit: 10).count == 1)
      #expect(try store.post(Identifier("\(ann) to \(bob)"), visibleTo: bob) == nil)
      #expect(
        try store.share(Identifier("\(ann) to \(bob)"), by: ann, with: bob, now: .noon)
          == .noSuchFriend)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An invitation is declined by the invited rider alone`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      _ = try store.invite(email: "bob@example.com", by: ann, now: .noon)

      #expect(try store.removeFriend(ann, of: eve) == false)
      #expect(try store.removeFriend(ann, of: bob) == true)
      #expect(try store.friends(of: ann).sent == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A blocked rider is no friend, and invites without being seen`(
    kind: StoreUnderTest
  ) throws {
    try withRiders(kind) { (store) throws in
      try store.befriend(ann, bob)
      #expect(try store.block(eve, by: ann, now: .noon) == false)
      _ = try store.invite(email: "ann@example.com", by: eve, now: .noon)

      #expect(try store.block(bob, by: ann, now: .noon) == true)
      #expect(try store.block(bob, by: ann, now: .noon) == true)
      #expect(try store.block(eve, by: ann, now: .noon) == true)
      #expect(try store.block(Identifier("x"), by: ann, now: .noon) == false)

      #expect(try store.friends(of: ann) == FriendList(friends: []))
      #expect(try store.friends(of: bob) == FriendList(friends: []))
      #expect(try store.blocked(by: ann).map(\.name).sorted() == ["bob", "eve"])
      #expect(try store.blocked(by: bob) == [])
      #expect(try store.invite(email: "ann@example.com", by: bob, now: .noon) == .invited)
      #expect(try store.friends(of: ann).received == [])
      #expect(try store.acceptInvitation(of: bob, by: ann, now: .noon) == nil)
      #expect(try store.invite(email: "bob@example.com", by: ann, now: .noon) == .blocked)

      #expect(try store.unblock(bob, by: ann) == true)
      #expect(try store.unblock(bob, by: ann) == false)
      #expect(try store.friends(of: ann).received.map(\.from) == [bobAsFriend])
    }
  }
}

extension FriendStore {
  /// Makes two riders of a test friends.
  func befriend(
    _ one: Identifier<RiderProfile>, _ other: Identifier<RiderProfile>
  ) throws {
    let name = other.rawValue.dropFirst("id-of-".count)
    _ = try invite(email: "\(name)@example.com", by: one, now: .noon)
    _ = try acceptInvitation(of: one, by: other, now: .noon)
  }
}
