import Basics
import BasicsTesting
import CloudDomain
import CloudPostgreSQL
import CloudTesting
import Core
import CoreTesting
import Dispatch
import FoundationEssentials
import Testing

@testable import Cloud
@testable import CloudServer
@testable import CloudStore

/// What clients and operators are told while the database cannot be used.
struct DatabaseFailureTests {
  /// A database whose every use fails.
  private struct FailingDatabase: SQLDatabase {
    let failure: StoreError
    var dialect: any SQLDialect { SQLiteDialect() }
    var changeRelay: (any ChangeRelay)? { nil }
    var connectionUse: ConnectionUse { ConnectionUse(limit: 1, open: 0, busy: 0) }

    func read<Value: Sendable>(
      _ body: @Sendable (any SQLConnection) throws(StoreError) -> Value
    ) throws(StoreError) -> Value { throw failure }

    func write<Value: Sendable>(
      _ body: @Sendable (any SQLConnection, _ mayHaveHappened: Bool) throws(StoreError) -> Value
    ) throws(StoreError) -> Value { throw failure }

    func schemaVersion() throws(StoreError) -> Int { throw failure }
    func eraseDeleted() throws(StoreError) { throw failure }
  }

  private static let refusal = StoreError.refused(reason: "no", remedy: "Act.", mayPass: true)

  @Test(arguments: [
    (StoreError.file(.full, path: "/d", "full"), "disk is full: nothing was changed"),
    (StoreError.file(.busy, path: "/d", "locked"), "too busy"),
    (StoreError.file(.other, path: "/d", "broken"), "storage does not work"),
    (.unavailable(reason: "away"), "database does not answer"), (refusal, "does not answer"),
    (.contended(reason: "locked"), "too busy"),
  ])
  func `A client is told why, and to try again`(
    failure: StoreError, message: String
  ) async throws {
    let cloud = ServedCloud(
      database: CloudDatabase(store: SQLStore(FailingDatabase(failure: failure))))
    try await TestServer.run(cloud) { (server) async throws in
      let answer = try server.send(
        "DELETE", "/sessions/current", headers: ["Authorization": "Bearer t"])

      #expect(answer?.status == 503)
      #expect(answer?.headers["retry-after"] != nil)
      #expect(answer?.body.contains(message) == true, "\(answer?.body ?? "")")
    }
  }

  /// Checks that readiness is answered soon, with a bound that no usual wait for a lock is within.
  private func isReady(_ server: TestServer) throws -> Bool {
    let start = ContinuousClock.now
    let status = try server.get("/readyz")?.status
    #expect(start.duration(to: .now) < .seconds(4))
    return status == 200
  }

  /// Whether a server is ready, if not at once: a busy machine may need longer than one check.
  private func becomesReady(_ server: TestServer) throws -> Bool {
    try (0..<20).contains { _ in try isReady(server) }
  }

  @Test func `Readiness does not wait for a file that another process has locked`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cloud.sqlite")
    let cloud = ServedCloud(database: .sqlite(path: path, connections: 2))
    try await TestServer.run(cloud) { (server) async throws in
      #expect(try becomesReady(server))
      let locker = try SQLiteConnection(path: path)
      try locker.begin()

      for _ in 0..<3 { #expect(try !isReady(server)) }
      locker.rollBack()
      #expect(try becomesReady(server))
    }
  }

  @Test func `Readiness does not wait for requests that have all workers`() async throws {
    var cloud = ServedCloud()
    cloud.workers = WorkerPool(count: 1, waiting: 100)
    let gate = DispatchSemaphore(value: 0)
    cloud.workers.start(refuse: {}) { gate.wait() }
    defer { gate.signal() }
    try await TestServer.run(cloud) { (server) async throws in
      #expect(try becomesReady(server))
    }
  }

  @Test(.enabled(if: PostgreSQLServer.programs != nil, "PostgreSQL is not installed"))
  func `Readiness does not wait for a connection, nor for a locked table`() async throws {
    let postgreSQL = try #require(PostgreSQLServer.shared).get()
    try await postgreSQL.withDatabase { (url) async throws in
      let cloud = ServedCloud(database: .postgreSQL(url: url, connections: 1))
      try await TestServer.run(cloud) { (server) async throws in
        #expect(try becomesReady(server))
        let free = DispatchSemaphore(value: 0)
        let (takings, taken) = AsyncStream<Void>.makeStream()
        let store = cloud.database.store
        DispatchQueue.global().async {
          try? store.database.read { (_) throws(StoreError) in
            taken.yield()
            free.wait()
          }
        }
        _ = try await takings.next("the only connection in use")

        do {
          defer { free.signal() }
          #expect(try !isReady(server))
        }
        #expect(try becomesReady(server))

        let other = CloudDatabase.postgreSQL(url: url, connections: 1).store
        let locked = try other.database.write { (connection, _) throws(StoreError) in
          try connection.execute("LOCK TABLE maintenance")
          return Result { try isReady(server) }
        }
        #expect(try !locked.get())
        #expect(try becomesReady(server))
      }
    }
  }
}
