import Cloud
import CloudPostgreSQL
import CloudRoutes
import CloudServer
import CloudStore
import CloudTesting
import Core
import CoreTesting
import Testing

/// The clouds on which each journey must go the same way.
enum TestCloud: CaseIterable, CustomTestStringConvertible {
  case embedded
  case network
  /// Two servers on one database, which take turns.
  case networkOnPostgreSQL

  /// All that this machine can run; see ``PostgreSQLAvailabilityTests``.
  static var allCases: [TestCloud] {
    [.embedded, .network] + (PostgreSQLServer.programs == nil ? [] : [.networkOnPostgreSQL])
  }

  var testDescription: String {
    switch self {
    case .embedded: "embedded"
    case .network: "HTTP, SQLite"
    case .networkOnPostgreSQL: "HTTP, two servers, PostgreSQL"
    }
  }

  /// Lends a machine whose program uses this cloud.
  ///
  /// - Parameter flags: What a server on SQLite serves as its flags.
  func withMachine(
    flags: FlagFile? = nil, _ journey: (TestMachine) async throws -> Void
  ) async throws {
    var machine = try TestMachine()
    switch self {
    case .embedded: try await journey(machine)
    case .network:
      let server = ServedCloud(.inMemory(), seed: 1, clock: machine.clock, flags: flags)
      try await server.serve { port in
        machine.cloud = "http://127.0.0.1:\(port)"
        try await journey(machine)
      }
    case .networkOnPostgreSQL:
      try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
        let databases = (0..<2).map { _ in CloudDatabase.postgreSQL(url: url, connections: 4) }
        let first = ServedCloud(databases[0], seed: 1, clock: machine.clock)
        let second = ServedCloud(databases[1], seed: 2, clock: machine.clock)
        try await first.serve { firstPort in
          try await second.serve { secondPort in
            let balancer = try RoundRobinProxy(ports: [firstPort, secondPort])
            machine.cloud = "http://127.0.0.1:\(balancer.port)"
            try await journey(machine)
          }
        }
      }
    }
  }
}

struct PostgreSQLAvailabilityTests {
  @Test(
    .enabled(
      if: PostgreSQLServer.programs != nil,
      "PostgreSQL is not installed, so no journey runs on it: apt-get install postgresql"))
  func `The journeys run on PostgreSQL, too`() {
    #expect(TestCloud.allCases.contains(.networkOnPostgreSQL))
  }
}

/// A cloud behind a server in this process, with the time of the test's machine.
struct ServedCloud: CloudDependencies {
  let database: CloudDatabase
  let clock: any WallClock
  let randomBytes: any RandomBytes
  let passwordHashing = PasswordHashingCost.cheapest
  let routeModel: any RouteModel = BuiltInRouteModel()
  let workers = WorkerPool(count: 4, waiting: 100)
  let flags: FlagFile?

  init(_ database: CloudDatabase, seed: UInt64, clock: any WallClock, flags: FlagFile? = nil) {
    self.database = database
    self.clock = clock
    self.flags = flags
    randomBytes = SeededRandomBytes(seed: seed)
  }

  /// Serves while a body runs.
  func serve(_ body: (_ port: UInt16) async throws -> Void) async throws {
    var settings = ServerSettings(host: "127.0.0.1", port: 0)
    settings.rateLimits = .none
    let server = HTTPServer(dependencies: self, settings: settings, log: SilentLog())
    let port = try server.start()
    do {
      try await body(port)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }
}

private struct SilentLog: ServerLog {
  func write(_ entry: ServerLogEntry) {}
}
