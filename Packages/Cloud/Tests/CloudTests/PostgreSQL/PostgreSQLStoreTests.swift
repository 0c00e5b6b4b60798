import CloudTesting
import Core
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudDomain
@testable import CloudPostgreSQL
@testable import CloudStore

@Suite(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
struct PostgreSQLStoreTests {
  private func withDatabase(_ test: (String) throws -> Void) throws {
    try #require(PostgreSQLServer.shared).get().withDatabase(test)
  }

  /// Ends every other connection to the database, as a restart of the server would.
  private func cutConnections(_ url: String) throws {
    try PostgreSQLConnection(url: url).execute(
      """
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()
      """)
  }

  @Test func `A store survives that its connections are cut`() throws {
    try withDatabase { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 2)
      try store.addRider("ann")

      try cutConnections(url)
      #expect(try store.account(email: "ann@example.com") == .sample("ann"))
      try cutConnections(url)
      try store.addRider("bob")
      try cutConnections(url)
      let ride = RideRecord.sample("a", rider: "bob")
      #expect(try store.addRide(ride, key: nil, now: .noon) == .done(ride))
    }
  }

  @Test(arguments: ["40001", "40P01"])
  func `Work that was in another's way is done again`(state: String) throws {
    try withDatabase { (url) throws in
      let database = PostgreSQLDatabase(url: url, connections: 1)
      let attempts = Counter()

      try database.write { (connection, mayHaveHappened) throws(StoreError) in
        #expect(!mayHaveHappened)
        guard attempts.next() < 3 else { return }
        try connection.execute("DO $$ BEGIN RAISE SQLSTATE '\(state)'; END $$")
      }

      #expect(attempts.next() == 4)
    }
  }

  @Test func `Processes that find a new database at once share the work`() throws {
    try withDatabase { (url) throws in
      let results = concurrently(8) { _ in
        try SQLStore.postgreSQL(url: url, connections: 1).place(Identifier("moma"))?.name
      }

      #expect(try results.map { try $0.get() } == Array(repeating: "MOMA", count: 8))
    }
  }

  @Test func `A server that does not answer is unavailable`() {
    let store = SQLStore.postgreSQL(url: "host=/tmp/no/such/folder dbname=x", connections: 1)

    let failure = #expect(throws: StoreError.self) {
      try store.account(email: "ann@example.com")
    }

    guard case .unavailable(let reason)? = failure else {
      Issue.record("It is \(String(describing: failure)).")
      return
    }
    #expect(reason.contains("/tmp/no/such/folder"))
  }

  @Test func `The log names a failed statement's cause, not its values`() throws {
    try withDatabase { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 1)

      let failure = #expect(throws: StoreError.self) {
        try store.addSession(.sample("secret-rider"), atMost: 9, now: .noon)
      }

      guard case .ownerGone(let reason)? = failure else {
        Issue.record("It is \(String(describing: failure)).")
        return
      }
      #expect(reason.contains("violates foreign key constraint"))
      #expect(reason.contains("23503"))
      #expect(!reason.contains("secret-rider"))
    }
  }

  @Test(arguments: ["repeatable read", "serializable"])
  func `One rider's requests take turns whatever isolation the database has by default`(
    isolation: String
  ) throws {
    try withDatabase { (url) throws in
      let name = try #require(url.split(separator: "/").last?.prefix { $0 != "?" })
      try PostgreSQLConnection(url: url).execute(
        "ALTER DATABASE \(name) SET default_transaction_isolation = '\(isolation)'")
      let store = SQLStore.postgreSQL(url: url, connections: 8)

      for round in 0..<5 {
        try store.addRider("ann\(round)")
        let results = concurrently(8) { index in
          try store.addRide(
            .sample("\(round)-\(index)", rider: "ann\(round)"), key: nil, now: .noon)
        }

        let outcomes = try results.map { try $0.get() }
        #expect(outcomes.count { if case .done = $0 { true } else { false } } == 1)
      }
    }
  }

  /// Runs a test with three riders, of whom ann has a ride, while another transaction holds the rows
  /// of a query.
  private func withLock(
    on query: String, _ test: (_ url: String, SQLStore, RideChange) throws -> Void
  ) throws {
    try withDatabase { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 2)
      for rider in ["ann", "bob", "cid"] { try store.addRider(rider) }
      let ride = RideRecord.sample("a", rider: "ann")
      #expect(try store.addRide(ride, key: nil, now: .noon) == .done(ride))
      let other = try PostgreSQLConnection(url: url)
      try other.execute("BEGIN")
      try other.execute("\(query) FOR UPDATE")

      try test(url, store, .request(.sample("b", rider: "bob"), key: nil, at: .noon))

      try other.execute("ROLLBACK")
    }
  }

  @Test func `A rider whose account is locked holds up nobody in a batch`() throws {
    try withLock(on: "SELECT 1 FROM accounts WHERE id = 'id-of-ann'") { (_, store, new) throws in
      let cancellation = RideChange.cancellation(
        of: Identifier("a"), by: Identifier("id-of-ann"), at: .noon)

      let outcomes = try store.change([cancellation, new])

      #expect(outcomes == [.contended, .done(.sample("b", rider: "bob"))])
      #expect(try store.ride(Identifier("a"), of: Identifier("id-of-ann"))?.cancelledAt == nil)
    }
  }

  /// SQLSTATE 55P03 is a lock that was not free in time, 57014 a statement that took too long.
  @Test func `A batch that meets a locked ride gives up the lock, and a request alone does not`()
    throws
  {
    try withLock(on: "SELECT 1 FROM rides WHERE id = 'a'") { (url, store, new) throws in
      let cancellation = RideChange.cancellation(
        of: Identifier("a"), by: Identifier("id-of-ann"), at: .noon)
      let patient = SQLStore(
        SteppedDatabase(
          url: url, settings: "SET lock_timeout = 0; SET statement_timeout = '1s'"))

      for (changes, state) in [
        ([cancellation, new], "55P03"), ([cancellation], "57014"),
      ] {
        let failure = #expect(throws: StoreError.self) { try patient.change(changes) }

        guard case .contended(let reason)? = failure else {
          Issue.record("It is \(String(describing: failure)).")
          continue
        }
        #expect(reason.contains(state))
      }
      #expect(try store.change([new]) == [.done(.sample("b", rider: "bob"))])
    }
  }

  @Test func `A session that is locked is not extended, and nobody waits for it`() throws {
    try withLock(on: "SELECT 1 FROM sessions") { (_, store, _) throws in
      let session = SessionRecord.sample("ann")

      try store.extendSession(tokenHash: session.tokenHash, to: session.endsAt)

      let kept = try store.session(tokenHash: session.tokenHash)
      #expect(kept?.expiresAt == session.expiresAt)
    }
  }

  @Test func `An expired session that is locked holds up no sign-in`() throws {
    try withLock(on: "SELECT 1 FROM sessions WHERE rider = 'id-of-ann'") { (_, store, _) throws in
      let new = SessionRecord.sample("bob", token: 2)
      let end = SessionRecord.sample("ann").expiresAt

      try store.addSession(new, atMost: 9, now: end)

      #expect(try store.sessions(of: Identifier("id-of-bob")) == [new])
      #expect(try store.sessions(of: Identifier("id-of-ann")).count == 1)
    }
  }

  @Test(arguments: [("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")])
  func `A commit is on the disk, or as safe as the administrator wants it`(
    setting: String, used: String
  ) throws {
    try withDatabase { (url) throws in
      let url = url + "&options=-c%20synchronous_commit%3D\(setting)"

      let found = try PostgreSQLConnection(url: url).first(
        SQLStatement(once: "SHOW synchronous_commit")
      ) { row in row.text(0) }

      #expect(found == used)
    }
  }

  @Test func `A newer version is bad configuration`() {
    let problem = StoreError.newerVersion(reason: "it is new").problem
    #expect(problem.kind == .configuration)
    #expect(problem.message.contains("it is new"))
  }
}
