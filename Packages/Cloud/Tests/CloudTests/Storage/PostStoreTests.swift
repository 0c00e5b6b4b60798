import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudStore

struct PostStoreTests {
  private let ann = Identifier<RiderProfile>("id-of-ann")
  private let bob = Identifier<RiderProfile>("id-of-bob")
  private let eve = Identifier<RiderProfile>("id-of-eve")

  /// Runs a test on a store with Ann, Bob and Eve.
  private func withRiders(
    _ kind: StoreUnderTest, _ test: (SQLStore) throws -> Void
  ) throws {
    try kind.withStore { (store) throws in
      for name in ["ann", "bob", "eve"] { try store.addRider(name) }
      try test(store)
    }
  }

  private func post(
    _ id: String, by author: Identifier<RiderProfile>, ride: RideRecord? = nil
  ) -> PostRecord {
    PostRecord(
      id: Identifier(id), author: Person(id: author, name: ""), text: "Text of \(id) 🚕\n",
      ride: ride,
      createdAt: .noon)
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A post is seen by its author and by whom it was shared with`(
    kind: StoreUnderTest
  ) throws {
    try withRiders(kind) { (store) throws in
      let ride = RideRecord.sample("ride", rider: "ann")
      _ = try store.addRide(ride, key: nil, now: .noon)
      try store.befriend(ann, bob)
      let new = post("post", by: ann, ride: ride)
      #expect(try store.addPost(new, key: nil) == .added)

      let kept = PostRecord(
        id: new.id, author: Person(id: ann, name: "ann"), text: new.text, ride: ride,
        createdAt: .noon)
      #expect(try store.post(new.id, visibleTo: ann) == kept)
      #expect(try store.post(new.id, visibleTo: bob) == nil)
      #expect(try store.share(new.id, by: ann, with: bob, now: .noon) == .shared)
      #expect(try store.post(new.id, visibleTo: bob) == kept)
      #expect(try store.post(new.id, visibleTo: eve) == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Only the author shares, and only with friends`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      try store.befriend(ann, bob)
      try store.befriend(bob, eve)
      _ = try store.addPost(post("post", by: ann), key: nil)

      let id = Identifier<Post>("post")
      #expect(try store.share(id, by: bob, with: eve, now: .noon) == .noSuchPost)
      #expect(try store.share(id, by: ann, with: eve, now: .noon) == .noSuchFriend)
      #expect(try store.share(id, by: ann, with: ann, now: .noon) == .noSuchFriend)
      #expect(
        try store.share(Identifier("x"), by: ann, with: bob, now: .noon) == .noSuchPost)
      #expect(try store.inbox(of: eve, limit: 10) == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `An inbox holds each shared post once, newest first`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      try store.befriend(ann, bob)
      for (index, id) in ["a", "b"].enumerated() {
        _ = try store.addPost(post(id, by: ann), key: nil)
        let time = Date.noon + Double(index)
        _ = try store.share(Identifier(id), by: ann, with: bob, now: time)
      }
      _ = try store.share(Identifier("a"), by: ann, with: bob, now: .noon + 5)

      let inbox = try store.inbox(of: bob, limit: 10)
      #expect(inbox.map(\.post.id.rawValue) == ["b", "a"])
      #expect(inbox.map(\.sharedAt) == [.noon + 1, .noon])
      #expect(inbox.map(\.post.author) == Array(repeating: Person(id: ann, name: "ann"), count: 2))
      #expect(try store.inbox(of: bob, limit: 1) == [inbox[0]])
      #expect(try store.inbox(of: ann, limit: 10) == [])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Posts are marked as read in one's own inbox only`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      for friend in [bob, eve] { try store.befriend(ann, friend) }
      for id in ["a", "b"] {
        _ = try store.addPost(post(id, by: ann), key: nil)
        for friend in [bob, eve] {
          _ = try store.share(Identifier(id), by: ann, with: friend, now: .noon)
        }
      }

      let others = [#"x"'"#, "\\", "\u{0}", "é{}", ""].map { Identifier<Post>($0) }
      try store.markRead([Identifier("a"), Identifier("a")] + others, by: bob, now: .noon)
      try store.markRead([], by: eve, now: .noon)

      #expect(try store.inbox(of: bob, limit: 10).map(\.isRead) == [false, true])
      #expect(try store.inbox(of: eve, limit: 10).map(\.isRead) == [false, false])
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `A repeated post is the same post`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      let key = RequestKey(key: "key", fingerprint: [1])
      let first = post("a", by: ann)
      #expect(try store.addPost(first, key: key) == .added)

      let kept = try #require(try store.post(first.id, visibleTo: ann))
      #expect(try store.addPost(post("b", by: ann), key: key) == .repeated(kept))
      let changed = RequestKey(key: "key", fingerprint: [2])
      #expect(try store.addPost(post("b", by: ann), key: changed) == .keyReused)
      #expect(try store.addPost(post("c", by: bob), key: key) == .added)
      #expect(try store.post(Identifier("b"), visibleTo: ann) == nil)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `Of many posts with one key at once one is added`(kind: StoreUnderTest) throws {
    try withRiders(kind) { (store) throws in
      let outcomes = concurrently(8) { index in
        try store.addPost(
          PostRecord(
            id: Identifier("\(index)"), author: Person(id: Identifier("id-of-ann"), name: ""),
            text: "Text",
            ride: nil, createdAt: .noon),
          key: RequestKey(key: "key", fingerprint: [1]))
      }

      #expect(try outcomes.filter { try $0.get() == .added }.count == 1)
    }
  }

  @Test(arguments: StoreUnderTest.allCases)
  func `One post too many in a minute is refused, and a repeated one is not`(
    kind: StoreUnderTest
  ) throws {
    try withRiders(kind) { (store) throws in
      let key = RequestKey(key: "key", fingerprint: [1])
      #expect(try store.addPost(post("first", by: ann), key: key) == .added)
      for number in 1..<NewPost.largestCountPerMinute {
        #expect(try store.addPost(post("\(number)", by: ann), key: nil) == .added)
      }

      #expect(try store.addPost(post("last", by: ann), key: nil) == .tooMany)
      #expect(try store.post(Identifier("last"), visibleTo: ann) == nil)
      let first = try #require(try store.post(Identifier("first"), visibleTo: ann))
      #expect(try store.addPost(post("again", by: ann), key: key) == .repeated(first))
      #expect(try store.addPost(post("of Bob", by: bob), key: nil) == .added)
      let later = PostRecord(
        id: Identifier("later"), author: Person(id: ann, name: ""), text: "Text", ride: nil,
        createdAt: .noon + 60)
      #expect(try store.addPost(later, key: nil) == .added)
    }
  }
}
