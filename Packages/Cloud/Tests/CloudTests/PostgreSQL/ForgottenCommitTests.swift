import CloudTesting
import Core
import Experiments
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

/// The connection is lost after the commit and before the store hears of it.
@Suite(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct ForgottenCommitTests {
  private let ann = Identifier<RiderProfile>("id-of-ann")

  /// Lends a store with the rider Ann that reaches its server through a proxy.
  private func withStore(_ test: (SQLStore, ForgetfulProxy) throws -> Void) throws {
    let server = try #require(PostgreSQLServer.shared).get()
    try server.withDatabase { (url) throws in
      let proxy = try ForgetfulProxy(serverFolder: server.folder)
      let store = SQLStore.postgreSQL(url: proxy.url(insteadOf: url), connections: 1)
      try store.addRider("ann")
      try test(store, proxy)
      #expect(proxy.remaining == 0)
    }
  }

  @Test(arguments: [nil, RequestKey(key: "key", fingerprint: [1])])
  func `A ride exists once, and its request succeeds`(key: RequestKey?) throws {
    try withStore { (store, proxy) throws in
      let ride = RideRecord.sample("a", rider: "ann")

      proxy.forget(2)
      let outcome = try store.addRide(ride, key: key, now: .noon)

      #expect(outcome == .done(ride))
      #expect(try store.rides(of: ann, limit: 10) == [ride])
    }
  }

  @Test func `An account exists once, and its sign-up succeeds`() throws {
    try withStore { (store, proxy) throws in
      proxy.forget(1)
      #expect(try store.addAccount(.sample("bob"), session: .sample("bob")) == true)

      let token = SessionRecord.sample("bob").tokenHash
      #expect(try store.session(tokenHash: token) == .sample("bob"))
      #expect(try store.addAccount(.sample("bob"), session: .sample("bob")) == false)
    }
  }

  @Test(arguments: [nil, RequestKey(key: "key", fingerprint: [1])])
  func `A post exists once, and its request succeeds`(key: RequestKey?) throws {
    try withStore { (store, proxy) throws in
      let post = PostRecord(
        id: Identifier("post"), author: Person(id: ann, name: ""), text: "Hello", ride: nil,
        createdAt: .noon)

      proxy.forget(1)
      #expect(try store.addPost(post, key: key) == .added)

      #expect(try store.post(post.id, visibleTo: ann)?.text == "Hello")
    }
  }

  @Test func `An experiment is started and stopped once, and both succeed`() throws {
    try withStore { (store, proxy) throws in
      let experiment = ExperimentRecord(
        flag: "ranking", startedAt: 10,
        design: ExperimentDesign(conversion: "ride_requested", author: "ada", message: "Why"))

      proxy.forget(1)
      #expect(try store.startExperiment(experiment, split: #"[["match",1]]"#))
      proxy.forget(1)
      #expect(try store.stopExperiment(on: "ranking", at: 20))

      #expect(try store.experimentPhases(of: "ranking").map(\.since) == [10, 20])
      #expect(try store.experiment(on: "ranking")?.stoppedAt == 20)
    }
  }

  @Test func `A session, a friend and a cancellation are what they would have been`() throws {
    try withStore { (store, proxy) throws in
      try store.addRider("bob")
      let ride = RideRecord.sample("a", rider: "ann")
      _ = try store.addRide(ride, key: nil, now: .noon)
      let session = SessionRecord.sample("ann", token: 2)

      proxy.forget(1)
      try store.addSession(session, atMost: 9, now: .noon)
      proxy.forget(1)
      let invitation = try store.invite(email: "bob@example.com", by: ann, now: .noon)
      proxy.forget(1)
      let friend = try store.acceptInvitation(
        of: ann, by: Identifier("id-of-bob"), now: .noon)
      proxy.forget(1)
      let cancelled = try store.cancelRide(ride.id, of: ann, at: .noon + 1)
      proxy.forget(1)
      let isRemoved = try store.removeFriend(Identifier("id-of-bob"), of: ann, now: .noon)

      #expect(try store.session(tokenHash: session.tokenHash) == session)
      #expect(invitation == .invited)
      #expect(friend?.name == "ann")
      #expect(cancelled == ride.cancelled(at: .noon + 1))
      #expect(isRemoved)
      #expect(try store.friends(of: ann) == FriendList(friends: []))
    }
  }

  @Test func `When every answer is lost the store is unavailable, and the ride exists once`()
    throws
  {
    try withStore { (store, proxy) throws in
      let ride = RideRecord.sample("a", rider: "ann")

      proxy.forget(4)
      #expect(throws: StoreError.self) {
        try store.addRide(ride, key: nil, now: .noon)
      }

      #expect(try store.rides(of: ann, limit: 10) == [ride])
    }
  }
}
