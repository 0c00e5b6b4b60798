public import Basics
public import Core

/// Reads and raises the version of the cloud's database.
public struct Migrator: Sendable {
  private let store: SQLStore
  private let workers: WorkerPool

  init(store: SQLStore, workers: WorkerPool) {
    self.store = store
    self.workers = workers
  }

  /// Returns which version the database has; changes nothing.
  public func schema() async throws(DatabaseError) -> DatabaseSchema {
    try await workers.run { [store] () throws(StoreError) in
      DatabaseSchema(
        version: try store.database.schemaVersion(), newest: Migration.all.count)
    }
  }

  /// Brings the database to the newest version: all missing steps, or none.
  ///
  /// - Returns: The version before.
  public func migrate() async throws(DatabaseError) -> DatabaseSchema {
    try await workers.run { [store] () throws(StoreError) in
      let version = try store.database.schemaVersion()
      try store.database.migrate()
      return DatabaseSchema(version: version, newest: Migration.all.count)
    }
  }

  /// Returns the accounts that a migration had to leave without a rider who can sign in.
  public func unreachableAccounts() async throws(DatabaseError) -> [UnreachableAccount] {
    try await workers.run { [store] () throws(StoreError) in try store.unreachableAccounts() }
  }
}

extension WorkerPool {
  /// Uses a store on a worker and waits for the result.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(StoreError) -> Value
  ) async throws(DatabaseError) -> Value {
    let result = await run { () -> Result<Value, StoreError> in
      do throws(StoreError) {
        return .success(try body())
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let value): return value
    case .failure(.file(let failure)): throw .file(failure)
    case .failure(.unavailable(let reason)), .failure(.contended(let reason)),
      .failure(.broken(let reason)), .failure(.ownerGone(let reason)):
      throw .unavailable(reason: reason)
    case .failure(.newerVersion(let reason)): throw .newerVersion(reason: reason)
    case nil: throw .unavailable(reason: "it has too much to do")
    }
  }
}

/// The version of a database's tables.
public struct DatabaseSchema: Equatable, Sendable {
  /// 0 for a database that was never used.
  public let version: Int
  /// The version that this program writes.
  public let newest: Int
}

/// An error of the cloud's database.
public enum DatabaseError: Error, Equatable {
  /// It is a file, and the file failed.
  case file(FileError)
  /// It is a server that cannot be reached or does not work; the reason ends a sentence.
  case unavailable(reason: String)
  /// Its tables have a version that this program does not know; the reason ends a sentence.
  case newerVersion(reason: String)
}

extension DatabaseError: ProblemConvertible {
  public var problem: Problem {
    switch self {
    case .file(let failure): failure.problem
    case .unavailable(let reason):
      Problem(
        .unreachable, code: "databaseUnavailable",
        message: "The cloud's database cannot be used: \(reason).",
        hint: "Check that the database runs and that its address and password are right.")
    case .newerVersion(let reason):
      Problem(
        .configuration, code: "newerVersion",
        message: "The cloud's database cannot be used: \(reason).",
        hint: "Update koober-cloud, or use another database.")
    }
  }
}
