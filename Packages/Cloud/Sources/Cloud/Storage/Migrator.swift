import Core

/// Reads and raises the version of the cloud's database.
public struct Migrator: Sendable {
  let dependencies: any CloudDependencies

  /// Returns which version the database has; changes nothing.
  public func schema() async throws(DatabaseError) -> DatabaseSchema {
    try await dependencies.run { store throws(StoreError) in
      DatabaseSchema(
        version: try store.database.schemaVersion(), newest: Migration.all.count)
    }
  }

  /// Brings the database to the newest version: all missing steps, or none.
  ///
  /// - Returns: The version before.
  public func migrate() async throws(DatabaseError) -> DatabaseSchema {
    try await dependencies.run { store throws(StoreError) in
      let version = try store.database.schemaVersion()
      try store.database.migrate()
      return DatabaseSchema(version: version, newest: Migration.all.count)
    }
  }

  /// Returns the accounts that a migration had to leave without a rider who can sign in.
  public func unreachableAccounts() async throws(DatabaseError) -> [UnreachableAccount] {
    try await dependencies.run { store throws(StoreError) in try store.unreachableAccounts() }
  }
}

/// The version of a database's tables.
public struct DatabaseSchema: Equatable, Sendable {
  /// 0 for a database that was never used.
  public let version: Int
  /// The version that this program writes.
  public let newest: Int
}
