import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

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
    _ kind: StoreUnderTest, _ test: (SQLStore) throws -> Void
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
      #expect(try store.withdrawInvitation(to: "zoe@example.com", by: ann, now: .noon) == true)
      #expect(try store.withdrawInvitation(to: "zoe@example.com", by: ann, now: .noon) == false)
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
  func `A rider who is blocked finds no invitation of the one who blocks`(
    kind: StoreUnderTest
  ) throws {
    try withRiders(kind) { (store) throws in
      _ = try store.invite(email: "ann@example.com", by: bob, now: .noon)
      #expect(try store.block(bob, by: ann, now: .noon))
      _ = try store.replaceProfile(
        with: RiderProfile(
          id: bob, name: "bob", nickname: "", email: "new@example.com", mobileNumber: "0"))

      // The rider does not know whose e-mail that is.
      #expect(try store.invite(email: "new@example.com", by: ann, now: .noon) == .invited)

      #expect(try store.friends(of: bob).received == [])
      #expect(try store.acceptInvitation(of: ann, by: bob, now: .noon) == nil)
      #expect(try store.friends(of: ann).sent.map(\.email) == ["new@example.com"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A block withdraws one's own invitation to the e-mail that the other has`(
    kind: StoreUnderTest
  ) throws {
    try withRiders(kind) { (store) throws in
      try store.befriend(ann, bob)
      for email in ["zoe@example.com", "carl@example.com"] {
        #expect(try store.invite(email: email, by: ann, now: .noon) == .invited)
      }
      #expect(
        try store.replaceProfile(with: AccountRecord.sample("bob").profile.at("zoe@example.com")))

      #expect(try store.block(bob, by: ann, now: .noon))

      #expect(try store.friends(of: ann).sent.map(\.email) == ["carl@example.com"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Who invites a rider takes back having declined that rider`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      _ = try store.invite(email: "ann@example.com", by: bob, now: .noon)
      #expect(try store.removeFriend(bob, of: ann, now: .noon))

      #expect(
        try store.invite(email: "bob@example.com", by: ann, now: .noon + 1)
          == .friends(bobAsFriend))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `The end of a friendship takes back what was shared`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      try store.befriend(ann, bob)
      try store.befriend(ann, eve)
      for (author, friend) in [(ann, bob), (bob, ann), (ann, eve)] {
        let id = Identifier<Post>("\(author) to \(friend)")
        let post = PostRecord(
          id: id, author: Person(id: author, name: ""), text: "Text", ride: nil, createdAt: .noon)
        _ = try store.addPost(post, key: nil)
        #expect(try store.share(id, by: author, with: friend, now: .noon) == .shared)
      }

      #expect(try store.removeFriend(ann, of: bob, now: .noon) == true)

      #expect(try store.removeFriend(ann, of: bob, now: .noon) == false)
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

      #expect(try store.removeFriend(ann, of: eve, now: .noon) == false)
      #expect(try store.removeFriend(ann, of: bob, now: .noon) == true)
      #expect(try store.removeFriend(ann, of: bob, now: .noon) == false)
      #expect(try store.acceptInvitation(of: ann, by: bob, now: .noon) == nil)
      #expect(try store.friends(of: bob).received == [])
    }
  }

  /// What the invited rider may do about an open invitation.
  enum Reaction: CaseIterable {
    case decline, block, changeEmail, deleteAccount

    func happen(to inviter: Identifier<RiderProfile>, in store: SQLStore) throws {
      let bob = AccountRecord.sample("bob").profile
      switch self {
      case .decline: #expect(try store.removeFriend(inviter, of: bob.id, now: .noon + 1))
      case .block: #expect(try store.block(inviter, by: bob.id, now: .noon + 1))
      case .changeEmail: #expect(try store.replaceProfile(with: bob.at("new@example.com")))
      case .deleteAccount: try store.removeAccount(bob.id, now: .noon)
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases, Reaction.allCases)
  func `What the sender sees of an invitation does not change with the other rider`(
    kind: StoreUnderTest, reaction: Reaction
  ) throws {
    try withRiders(kind) { (store) throws in
      let emails = ["bob@example.com", "zoe@example.com"]
      for email in emails { _ = try store.invite(email: email, by: ann, now: .noon) }
      let sent = try Set(store.friends(of: ann).sent.map(\.email))

      try reaction.happen(to: ann, in: store)

      #expect(try Set(store.friends(of: ann).sent.map(\.email)) == sent)
      for (offset, email) in emails.enumerated() {
        #expect(try store.invite(email: email, by: ann, now: .noon + 2) == .invited)
        #expect(try store.friends(of: ann).sent.allSatisfy { $0.invitedAt == .noon })
        #expect(try store.withdrawInvitation(to: email, by: ann, now: .noon))
        #expect(try store.friends(of: ann).sent.count == 1 - offset)
        #expect(try store.invite(email: email, by: ann, now: .noon + 3) == .invited)
        #expect(try store.withdrawInvitation(to: email, by: ann, now: .noon))
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `After a decline the same rider's invitations are hidden for 30 days`(
    kind: StoreUnderTest
  ) throws {
    try withRiders(kind) { (store) throws in
      func inviteAgain(at time: Date) throws -> [Friend] {
        _ = try store.withdrawInvitation(to: "bob@example.com", by: ann, now: .noon)
        _ = try store.invite(email: "bob@example.com", by: ann, now: time)
        return try store.friends(of: bob).received.map(\.from)
      }
      #expect(try inviteAgain(at: .noon) == [annAsFriend])
      #expect(try store.removeFriend(ann, of: bob, now: .noon))
      let end = Date.noon + InvitationRules.quietTimeAfterDecline

      #expect(try inviteAgain(at: .noon + 1) == [])
      #expect(try inviteAgain(at: end - 1) == [])
      _ = try store.invite(email: "bob@example.com", by: ann, now: end)
      #expect(try store.friends(of: bob).received == [])
      #expect(try inviteAgain(at: end) == [annAsFriend])
      #expect(try store.acceptInvitation(of: ann, by: bob, now: end) == annAsFriend)
      let declines = try store.database.read { (connection) throws(StoreError) in
        try connection.all(SQLStatement(once: "SELECT 1 FROM declines")) { _ in true }
      }
      #expect(declines == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A friendship ends an earlier decline`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      _ = try store.invite(email: "bob@example.com", by: ann, now: .noon)
      #expect(try store.removeFriend(ann, of: bob, now: .noon))

      #expect(
        try store.invite(email: "ann@example.com", by: bob, now: .noon) == .friends(annAsFriend))

      #expect(try store.friends(of: ann) == FriendList(friends: [bobAsFriend]))
      #expect(try store.removeFriend(ann, of: bob, now: .noon))
      _ = try store.invite(email: "bob@example.com", by: ann, now: .noon + 1)
      #expect(try store.friends(of: bob).received.map(\.from) == [annAsFriend])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An invitation is for nobody who takes the e-mail over`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      for email in ["bob@example.com", "granny@example.com"] {
        _ = try store.invite(email: email, by: ann, now: .noon)
      }
      let (bobProfile, eveProfile) = (
        AccountRecord.sample("bob").profile, AccountRecord.sample("eve").profile
      )
      #expect(try store.replaceProfile(with: bobProfile.at("new@example.com")))

      for email in ["bob@example.com", "granny@example.com"] {
        #expect(try store.replaceProfile(with: eveProfile.at(email)))
        #expect(try store.friends(of: eve).received == [])
        #expect(try store.acceptInvitation(of: ann, by: eve, now: .noon) == nil)
      }
      #expect(try store.friends(of: bob).received == [])

      // Typed once more, it is for the account that has the e-mail now.
      _ = try store.invite(email: "granny@example.com", by: ann, now: .noon)
      #expect(try store.friends(of: eve).received.map(\.from) == [annAsFriend])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `No one becomes a friend of themselves`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      _ = try store.invite(email: "z2@example.com", by: ann, now: .noon)
      #expect(
        try store.replaceProfile(with: AccountRecord.sample("ann").profile.at("z2@example.com")))
      _ = try store.invite(email: "z2@example.com", by: ann, now: .noon)

      #expect(try store.friends(of: ann).received == [])
      #expect(try store.acceptInvitation(of: ann, by: ann, now: .noon) == nil)
      #expect(try store.friends(of: ann).friends == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A list of blocked riders tells no later name and e-mail`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      try store.befriend(ann, bob)
      #expect(try store.block(bob, by: ann, now: .noon))

      #expect(
        try store.replaceProfile(
          with: AccountRecord.sample("bob").profile.at("new@example.com", name: "Robert")))

      #expect(try store.blocked(by: ann) == [bobAsFriend])
      #expect(try store.invite(email: "bob@example.com", by: ann, now: .noon) == .blocked)
      #expect(try store.invite(email: "new@example.com", by: ann, now: .noon) == .invited)
      #expect(try store.block(bob, by: ann, now: .noon))
      #expect(try store.friends(of: ann).sent.map(\.email) == ["new@example.com"])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A block ends with the account, of which nothing stays with the other`(
    kind: StoreUnderTest
  ) throws {
    try withRiders(kind) { (store) throws in
      for other in [bob, eve] {
        try store.befriend(ann, other)
        #expect(try store.block(other, by: ann, now: .noon))
      }

      try store.removeAccount(bob, now: .noon)

      #expect(try store.blocked(by: ann).map(\.name) == ["eve"])
      #expect(try !store.unblock(bob, by: ann))
      #expect(try store.invite(email: "bob@example.com", by: ann, now: .noon) == .invited)
      #expect(try store.unblock(eve, by: ann))
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

extension RiderProfile {
  /// The rider with another e-mail, and name.
  fileprivate func at(_ email: String, name: String? = nil) -> RiderProfile {
    RiderProfile(
      id: id, name: name ?? self.name, nickname: nickname, email: email, mobileNumber: mobileNumber)
  }
}

extension SQLStore {
  /// Makes two riders of a test friends.
  func befriend(
    _ one: Identifier<RiderProfile>, _ other: Identifier<RiderProfile>
  ) throws {
    let name = other.rawValue.dropFirst("id-of-".count)
    _ = try invite(email: "\(name)@example.com", by: one, now: .noon)
    _ = try acceptInvitation(of: one, by: other, now: .noon)
  }
}
