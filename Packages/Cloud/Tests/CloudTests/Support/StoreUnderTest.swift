import Basics
import CloudDomain
import CloudTesting
import Testing

@testable import Cloud
@testable import CloudPostgreSQL
@testable import CloudStore

/// The stores that must pass the same tests.
enum StoreUnderTest: Sendable {
  case sqliteInMemory
  case sqliteFile
  case postgreSQL

  /// All that this machine can run; see ``PostgreSQLAvailabilityTests``.
  static var allCases: [StoreUnderTest] {
    [.sqliteInMemory, .sqliteFile] + (PostgreSQLServer.programs == nil ? [] : [.postgreSQL])
  }

  /// Those that outlive a process.
  static var onDisk: [StoreUnderTest] { allCases.filter { $0 != .sqliteInMemory } }

  /// Runs a test on a new, empty store.
  func withStore(_ test: (SQLStore) async throws -> Void) async throws {
    switch self {
    case .sqliteInMemory:
      try await test(SQLStore.sqlite(.memory))
    case .sqliteFile:
      let folder = try TemporaryFolder()
      try await test(SQLStore.sqlite(.file(path: folder.path(of: "cloud.sqlite")), connections: 4))
    case .postgreSQL:
      try await #require(PostgreSQLServer.shared).get().withDatabase { (url) async throws in
        try await test(SQLStore.postgreSQL(url: url, connections: 4))
      }
    }
  }

  func withStore(_ test: (SQLStore) throws -> Void) throws {
    switch self {
    case .sqliteInMemory:
      try test(SQLStore.sqlite(.memory))
    case .sqliteFile:
      let folder = try TemporaryFolder()
      try test(SQLStore.sqlite(.file(path: folder.path(of: "cloud.sqlite")), connections: 4))
    case .postgreSQL:
      try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
        try test(SQLStore.postgreSQL(url: url, connections: 4))
      }
    }
  }
}

struct PostgreSQLAvailabilityTests {
  @Test(
    .enabled(
      if: PostgreSQLServer.programs != nil,
      "PostgreSQL is not installed, so its store is not tested: apt-get install postgresql"))
  func `The tests have a PostgreSQL server of their own`() throws {
    try #require(PostgreSQLServer.shared).get().withDatabase { (url) throws in
      let version = try PostgreSQLConnection(url: url).first(
        SQLStatement(once: "SHOW server_encoding")
      ) { row in row.text(0) }
      #expect(version == "UTF8")
    }
  }
}
