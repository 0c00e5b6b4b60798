import Basics
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct AccountChangeStoreTests {
  private let ann = Identifier<RiderProfile>("id-of-ann")

  @Test(arguments: StoreUnderTest.allCases)
  func `A profile is replaced unless its e-mail is another account's`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.addRider("bob")
      let renamed = RiderProfile(
        id: ann, name: "Anna", nickname: "A", email: "anna@example.com", mobileNumber: "123456")
      let taken = RiderProfile(
        id: ann, name: "Bob", nickname: "B", email: "bob@example.com", mobileNumber: "123456")

      #expect(try store.replaceProfile(with: renamed))
      #expect(try !store.replaceProfile(with: taken))

      #expect(try store.profile(of: ann) == renamed)
      #expect(try store.account(email: "ann@example.com") == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A new password ends all sessions but one`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let kept = SessionRecord.sample("ann", token: 2)
      try store.addSession(kept, atMost: 9, now: .noon)

      #expect(
        try !store.changePasswordHash(
          of: ann, old: "other", new: "new", keepingSession: kept.tokenHash))
      #expect(try store.sessions(of: ann).count == 2)
      #expect(
        try store.changePasswordHash(
          of: ann, old: "hash-of-ann", new: "new", keepingSession: kept.tokenHash))

      #expect(try store.sessions(of: ann) == [kept])
      #expect(try store.account(of: ann)?.passwordHash == "new")
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A code sets a password once and before it expires`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      let session = SessionRecord.sample("ann", token: 7)
      func reset(_ code: UInt8, at time: Date) throws -> Bool {
        try store.resetPassword(
          of: ann, codeHash: [code], to: "new", session: session, now: time)
      }
      for code: UInt8 in [1, 2] {
        try store.addPasswordReset(
          PasswordResetRecord(rider: ann, codeHash: [code], expiresAt: .noon + 10))
      }

      #expect(try !reset(1, at: .noon))
      #expect(try !reset(2, at: .noon + 10))
      #expect(try store.sessions(of: ann) == [.sample("ann")])
      #expect(try reset(2, at: .noon + 9))
      #expect(try !reset(2, at: .noon + 9))

      #expect(try store.sessions(of: ann) == [session])
      #expect(try store.account(of: ann)?.passwordHash == "new")
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A code ends with the e-mail that it was asked for, and with nothing else of a profile`(
    kind: StoreUnderTest
  ) throws {
    try kind.withStore { (store) throws in
      for rider in ["ann", "bob"] { try store.addRider(rider) }
      func isCode(of rider: String) throws -> Bool {
        try store.isPasswordResetCode([1], of: Identifier("id-of-\(rider)"), now: .noon)
      }
      func replace(name: String, email: String) throws -> Bool {
        try store.replaceProfile(
          with: RiderProfile(id: ann, name: name, nickname: "", email: email, mobileNumber: "1"))
      }
      for rider in ["ann", "bob"] {
        try store.addPasswordReset(
          PasswordResetRecord(
            rider: Identifier("id-of-\(rider)"), codeHash: [1], expiresAt: .noon + 10))
      }

      #expect(try replace(name: "Anna", email: "ann@example.com"))
      #expect(try !replace(name: "Anna", email: "bob@example.com"))
      #expect(try isCode(of: "ann"))
      #expect(try replace(name: "Anna", email: "anna@example.com"))

      #expect(try !isCode(of: "ann"))
      #expect(try isCode(of: "bob"))
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An account is removed with all that refers to it`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      for rider in ["ann", "bob"] { try store.addRider(rider) }
      let bob = Identifier<RiderProfile>("id-of-bob")
      _ = try store.invite(email: "bob@example.com", by: ann, now: .noon)
      _ = try store.invite(email: "ann@example.com", by: bob, now: .noon)
      for (author, friend) in [("ann", bob), ("bob", ann)] {
        let ride = RideRecord.sample("ride-of-\(author)", rider: author)
        #expect(try store.addRide(ride, key: nil, now: .noon) == .done(ride))
        let post = PostRecord(
          id: Identifier("post-of-\(author)"), author: Person(id: ride.rider, name: ""),
          text: "Look", ride: ride,
          createdAt: .noon)
        _ = try store.addPost(post, key: nil)
        #expect(try store.share(post.id, by: ride.rider, with: friend, now: .noon) == .shared)
      }
      try store.addPasswordReset(
        PasswordResetRecord(rider: ann, codeHash: [1], expiresAt: .noon + 10))
      _ = try store.invite(email: "carl@example.com", by: ann, now: .noon)

      try store.removeAccount(ann, now: .noon)
      try store.removeAccount(ann, now: .noon)

      #expect(try store.account(of: ann) == nil)
      #expect(try store.sessions(of: ann).isEmpty)
      #expect(try store.rides(of: ann, limit: 9).isEmpty)
      #expect(try store.friends(of: bob) == FriendList(friends: []))
      #expect(try store.inbox(of: bob, limit: 9).isEmpty)
      #expect(try store.posts(by: bob).map(\.recipients) == [[]])
      #expect(try store.rides(of: bob, limit: 9).count == 1)
      try store.addRider("ann")
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Accounts are deleted while others go on writing to them`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      for name in ["bob", "carl"] { try store.addRider(name) }
      let (bob, carl) = (
        Identifier<RiderProfile>("id-of-bob"), Identifier<RiderProfile>("id-of-carl")
      )
      for round in 0..<5 {
        try store.addRider("ann")
        try store.befriend(ann, bob)
        try store.befriend(ann, carl)
        for (author, post) in [(ann, "a"), (bob, "b"), (carl, "c")] {
          let record = PostRecord(
            id: Identifier("\(post)\(round)"), author: Person(id: author, name: ""), text: "x",
            ride: nil,
            createdAt: .noon)
          _ = try store.addPost(record, key: nil)
        }

        // Each of them either happens or finds no friend; the rider's own find no account.
        let results = concurrently(8) { number -> StoreError? in
          do throws(StoreError) {
            for step in 0..<(number == 0 ? 1 : 10) {
              switch number {
              case 0: try store.removeAccount(ann, now: .noon)
              case 1, 2:
                _ = try store.share(
                  Identifier(number == 1 ? "b\(round)" : "c\(round)"), by: number == 1 ? bob : carl,
                  with: ann, now: .noon)
              case 3: _ = try store.block(ann, by: bob, now: .noon)
              case 4: _ = try store.unblock(ann, by: bob)
              case 5: _ = try store.share(Identifier("a\(round)"), by: ann, with: carl, now: .noon)
              case 6:
                let post = PostRecord(
                  id: Identifier("a\(round) \(step)"), author: Person(id: ann, name: ""), text: "x",
                  ride: nil,
                  createdAt: .noon)
                _ = try store.addPost(post, key: nil)
              default: _ = try store.invite(email: "zoe@example.com", by: ann, now: .noon)
              }
            }
            return nil
          } catch {
            return error
          }
        }
        for error in try results.compactMap({ try $0.get() }) {
          guard case .ownerGone = error else {
            Issue.record(error)
            continue
          }
        }
        #expect(try store.account(of: ann) == nil)
      }
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `What a deleted rider still writes is refused as such`(kind: StoreUnderTest) throws {
    try kind.withStore { (store) throws in
      try store.addRider("ann")
      try store.removeAccount(ann, now: .noon)
      let post = PostRecord(
        id: Identifier("p"), author: Person(id: ann, name: ""), text: "x", ride: nil,
        createdAt: .noon)

      let error = #expect(throws: StoreError.self) { try store.addPost(post, key: nil) }

      guard case .ownerGone? = error else {
        Issue.record("\(String(describing: error)) is another error.")
        return
      }
    }
  }

  @Test func `What was deleted is not in the database's files any more`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    let store = SQLStore.sqlite(.file(path: path), connections: 4)
    func isInFiles(_ text: String) throws -> Bool {
      try ["", "-wal"].contains { suffix in
        try Files.read(path + suffix).contains(Array(text.utf8))
      }
    }
    try store.addRider("ann")
    for number in 0..<200 {
      let ride = RideRecord.sample(
        "ride-\(number)", rider: "ann", requestedAt: .noon + Double(2000 * number),
        named: "Secret meeting place")
      _ = try store.addRide(ride, key: nil, now: ride.timetable.requested)
    }
    #expect(try isInFiles("ann@example.com"))
    #expect(try isInFiles("Secret meeting place"))

    try store.removeAccount(ann, now: .noon)

    #expect(try !isInFiles("ann@example.com"))
    #expect(try !isInFiles("Secret meeting place"))
  }
}
