import Basics
public import CloudStore
import Core
public import FoundationEssentials
import Glibc

/// Backups and checks of a cloud's database.
public struct DatabaseMaintenance: Sendable {
  let dependencies: any CloudDependencies

  /// Returns when the last backup was made; `nil` for never.
  public func lastBackup() async throws(StoreError) -> Date? {
    try await dependencies.run { store throws(StoreError) in try store.time(of: .backup) }
  }

  /// Refuses a database to which nothing can be written.
  public func requireWritable() async throws(StoreError) {
    try await dependencies.run { [clock = dependencies.clock] store throws(StoreError) in
      try store.record(.readinessCheck, at: clock.now)
    }
  }

  /// Does what a server's work needs, and undoes it; makes no database.
  public func rehearse() async throws(StoreError) {
    try await dependencies.run { [clock = dependencies.clock] store throws(StoreError) in
      try store.rehearse(at: clock.now)
    }
  }

  /// Reads samples of what riders' requests read.
  public func readSamples() async throws(StoreError) {
    try await dependencies.run { store throws(StoreError) in
      for number in UInt8.min...UInt8.max { try store.readSample(number) }
    }
  }

  /// Copies the database of a SQLite file, beside servers that use it, to a new file.
  ///
  /// - Parameters:
  ///   - database: The path of the database.
  ///   - file: The path of the new file.
  ///   - progress: Called now and then, on another thread, with the pages that are copied and their
  ///     number in all.
  public func backUp(
    _ database: String, to file: String,
    progress: @escaping @Sendable (_ pages: Int, _ total: Int) -> Void
  ) async throws(StoreError) {
    try await dependencies.run { [clock = dependencies.clock] store throws(StoreError) in
      let connection = try SQLiteConnection(path: database)
      try SQLiteSchema.requireKnown(connection)
      let objects = try SQLiteSchema.objectFindings(in: connection)
      // No backup is made that could not be restored.
      if let finding = (objects.foreign + objects.missing).first {
        throw StoreError.file(
          .corrupt, path: database, "its schema is not Koober's (\(finding))",
          remedy: objects.foreign.isEmpty
            ? "Restore an earlier backup." : "Remove that object; 'koober-cloud check' names all.")
      }
      try SQLiteBackup.backUp(connection, to: file, progress: progress)
      // A copy from a read-only medium cannot be remembered there.
      guard !connection.isImmutable else { return }
      do throws(StoreError) {
        try store.record(.backup, at: clock.now)
      } catch {
        // A command that fails leaves no file, so that it can be repeated.
        unlink(file)
        throw error
      }
    }
  }

  /// Puts a backup in the place of a SQLite file that no server uses.
  public func restore(
    _ file: String, to database: String, isForced: Bool
  ) async throws(StoreError) {
    try await dependencies.run { _ throws(StoreError) in
      try SQLiteBackup.restore(file, to: database, isForced: isForced)
    }
  }

  /// Returns what is wrong with a SQLite file, nothing when it is sound: the damage that a backup
  /// mends, and what can be mended in place, which are objects of others and the files' rights.
  public func check(
    _ database: String
  ) async throws(StoreError) -> (damage: [String], mendable: [String]) {
    try await dependencies.run { _ throws(StoreError) in
      let connection = try SQLiteConnection(path: database)
      try SQLiteSchema.requireKnown(connection)
      let foreign = Set(try SQLiteSchema.objectFindings(in: connection).foreign)
      let findings = try SQLiteCheck.findings(in: connection)
      return (
        damage: findings.filter { !foreign.contains($0) },
        mendable: findings.filter(foreign.contains) + SQLiteCheck.fileFindings(path: database)
      )
    }
  }
}

/// Reads and raises the version of the cloud's database.
public struct Migrator: Sendable {
  let dependencies: any CloudDependencies

  /// Returns which version the database has; changes nothing.
  public func schema() async throws(StoreError) -> DatabaseSchema {
    try await dependencies.run { store throws(StoreError) in
      DatabaseSchema(version: try store.database.schemaVersion(), newest: Migration.all.count)
    }
  }

  /// Brings the database to the newest version: all missing steps, or none.
  ///
  /// - Returns: The version before.
  public func migrate() async throws(StoreError) -> DatabaseSchema {
    try await dependencies.run { store throws(StoreError) in
      let version = try store.database.schemaVersion()
      try store.database.migrate()
      return DatabaseSchema(version: version, newest: Migration.all.count)
    }
  }

  /// Returns the accounts that a migration had to leave without a rider who can sign in.
  public func unreachableAccounts() async throws(StoreError) -> [UnreachableAccount] {
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
