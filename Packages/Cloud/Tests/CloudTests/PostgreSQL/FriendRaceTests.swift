import CloudDomain
import CloudTesting
import Core
import Synchronization
import Testing

@testable import Cloud
@testable import CloudPostgreSQL
@testable import CloudStore

/// Two steps about friends at once, of which one holds its locks while the other is tried.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct FriendRaceTests {
  private static let ann = Identifier<RiderProfile>("id-of-ann")
  private static let bob = Identifier<RiderProfile>("id-of-bob")

  private typealias Step = @Sendable (SQLStore) throws -> String

  private static let share: Step = { store in
    "\(try store.share(Identifier("post"), by: ann, with: bob, now: .noon))"
  }
  private static let removal: Step = { store in
    "\(try store.removeFriend(ann, of: bob, now: .noon))"
  }
  private static let acceptance: Step = { store in
    try store.acceptInvitation(of: ann, by: bob, now: .noon)?.name ?? "none"
  }
  private static let withdrawal: Step = { store in
    "\(try store.withdrawInvitation(to: "bob@example.com", by: ann, now: .noon))"
  }

  /// Runs a step, and another one as soon as the first has run a statement; returns what the first
  /// gave, what the second met meanwhile, and what the second gives afterwards.
  private func race(
    on url: String, _ first: Step, after text: String, _ second: @escaping Step
  ) throws -> [String] {
    let other = SQLStore(SteppedDatabase(url: url))
    let meanwhile = Mutex<[String]>([])
    let stepped = SteppedDatabase(url: url) { sql in
      guard sql.contains(text) else { return }
      let result = Self.result(of: second, on: other)
      meanwhile.withLock { $0.append(result) }
    }
    let result = try first(SQLStore(stepped))
    return try [result] + meanwhile.withLock { $0 } + [second(other)]
  }

  private static func result(of step: Step, on store: SQLStore) -> String {
    do {
      return try step(store)
    } catch StoreError.contended {
      return "waits"
    } catch {
      return "\(error)"
    }
  }

  /// Runs a test on a store in which Ann has invited Bob, who is her friend or is not.
  private func withStore(
    areFriends: Bool, _ test: (_ url: String, SQLStore) throws -> Void
  ) throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 1)
      for name in ["ann", "bob"] { try store.addRider(name) }
      _ = try store.invite(email: "bob@example.com", by: Self.ann, now: .noon)
      if areFriends { _ = try store.acceptInvitation(of: Self.ann, by: Self.bob, now: .noon) }
      let post = PostRecord(
        id: Identifier("post"), author: Person(id: Self.ann, name: ""), text: "x", ride: nil,
        createdAt: .noon)
      #expect(try store.addPost(post, key: nil) == .added)
      try test(url, store)
    }
  }

  @Test func `A friendship does not end while a post is being shared`() throws {
    try withStore(areFriends: true) { (url, store) throws in
      let results = try race(on: url, Self.share, after: "SELECT 1 FROM friends", Self.removal)

      #expect(results == ["shared", "waits", "true"])
      #expect(try store.inbox(of: Self.bob, limit: 9) == [])
    }
  }

  @Test func `Nothing is shared while a friendship ends`() throws {
    try withStore(areFriends: true) { (url, store) throws in
      let results = try race(on: url, Self.removal, after: "DELETE FROM friends", Self.share)

      #expect(results == ["true", "waits", "noSuchFriend"])
      #expect(try store.inbox(of: Self.bob, limit: 9) == [])
    }
  }

  @Test func `An invitation is not withdrawn while it is being accepted`() throws {
    try withStore(areFriends: false) { (url, store) throws in
      let results = try race(
        on: url, Self.acceptance, after: "JOIN invitations", Self.withdrawal)

      #expect(results == ["ann", "waits", "false"])
      #expect(try store.friends(of: Self.ann).friends.map(\.id) == [Self.bob])
    }
  }

  @Test func `An invitation is not accepted while it is being withdrawn`() throws {
    try withStore(areFriends: false) { (url, store) throws in
      let results = try race(
        on: url, Self.withdrawal, after: "DELETE FROM invitations", Self.acceptance)

      #expect(results == ["true", "waits", "none"])
      #expect(try store.friends(of: Self.ann).friends == [])
    }
  }
}
