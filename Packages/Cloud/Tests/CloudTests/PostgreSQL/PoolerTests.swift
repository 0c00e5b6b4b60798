import BasicsTesting
import CloudDomain
import CloudTesting
import Core
import Testing

@testable import Cloud
@testable import CloudPostgreSQL
@testable import CloudStore

/// A pooler that lends its server connections for one transaction, or for one session.
@Suite(
  .enabled(
    if: PostgreSQLServer.programs != nil && PgBouncer.isInstalled, "PgBouncer is not installed"))
struct PoolerTests {
  private func withPooler(
    mode: String, _ settings: String = "", _ test: (String) async throws -> Void
  ) async throws {
    let server = try #require(PostgreSQLServer.shared).get()
    let database = try server.makeDatabase()
    defer { server.drop(database) }
    let pooler = try PgBouncer(to: server, mode: mode, settings: settings)
    try await eventually("the pooler listens") { pooler.isListening }
    try await test(pooler.url(of: database))
  }

  @Test(arguments: [
    "default_pool_size = 1", "default_pool_size = 4", "server_round_robin = 1",
    "server_reset_query_always = 1", "default_pool_size = 2\nserver_round_robin = 1",
  ])
  func `A pooler in transaction mode is refused, with what to do`(settings: String) async throws {
    try await withPooler(mode: "transaction", settings) { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 2)
      let uses: [() throws -> Void] = [
        { _ = try store.database.schemaVersion() }, { try store.database.migrate() },
        { try store.rehearse(at: .noon) },
      ]

      for use in uses {
        let failure = #expect(throws: StoreError.self) { try use() }
        guard case .refused(_, let remedy, false)? = failure else {
          Issue.record("It is \(String(describing: failure)).")
          return
        }
        #expect(remedy.contains("pool_mode=session"))
      }
    }
  }

  @Test func `A pooler that has one server connection to give is told apart`() async throws {
    try await withPooler(mode: "session", "default_pool_size = 1") { (url) throws in
      let store = SQLStore.postgreSQL(url: url, connections: 2)

      for use in [store.rehearse(at:), { _ in try store.database.migrate() }] {
        let failure = #expect(throws: StoreError.self) { try use(.noon) }
        guard case .refused(let reason, let remedy, true)? = failure else {
          Issue.record("It is \(String(describing: failure)).")
          return
        }
        #expect(reason.contains("no second connection"))
        #expect(remedy.contains("at least 2 (PgBouncer: default_pool_size)"))
      }
    }
  }

  @Test func `Behind a pooler in session mode all works, notifications too`() async throws {
    try await withPooler(mode: "session") { (url) throws in
      let stores = (0..<2).map { _ in SQLStore.postgreSQL(url: url, connections: 3) }
      let (signals, signal) = AsyncStream.makeStream(of: ChangeSignals.Signal.self)
      let listener = stores[1].changes.listen { signal.yield($0) }
      defer { stores[1].changes.remove(listener) }

      let names = concurrently(6) { index in try stores[index % 2].addRider("rider\(index)") }
      for name in names { try name.get() }
      #expect(try stores[1].account(email: "rider0@example.com") == .sample("rider0"))
      stores[0].changes.post(["rider0"])

      while case let signal? = try await signals.next("a signal") {
        if case .buckets(let buckets) = signal {
          #expect(buckets == [ChangeSignals.bucket("rider0")])
          break
        }
      }
    }
  }

  @Test func `Behind a pooler that was not noticed no other statement is run`() async throws {
    try await withPooler(mode: "transaction", "default_pool_size = 1") { (url) throws in
      let connections = try (0..<2).map { _ in try PostgreSQLConnection(url: url) }
      let statements: [SQLStatement] = ["SELECT 'ann'", "SELECT 'bob'", "SELECT 'eve'"]

      for (first, second) in [(0, 1), (1, 2), (2, 0)] {
        for (connection, index) in zip(connections, [first, second]) {
          let found = try? connection.first(statements[index]) { $0.text(0) }
          #expect([nil, ["ann", "bob", "eve"][index]].contains(found ?? nil))
        }
      }
    }
  }
}
