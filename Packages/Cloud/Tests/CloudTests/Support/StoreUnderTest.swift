@testable import Cloud

/// The stores that must pass the same tests.
enum StoreUnderTest: CaseIterable, Sendable {
  case sqliteInMemory
  case sqliteFile

  /// Runs a test on a new, empty store.
  func withStore(_ test: (any CloudStore) throws -> Void) throws {
    switch self {
    case .sqliteInMemory:
      try test(SQLiteStore(.memory))
    case .sqliteFile:
      let folder = TemporaryFolder()
      try test(SQLiteStore(.file(path: folder.path(of: "cloud.sqlite")), connections: 4))
    }
  }
}
