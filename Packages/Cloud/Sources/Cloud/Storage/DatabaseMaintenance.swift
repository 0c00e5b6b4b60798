import Core
public import FoundationEssentials

/// Backups and checks of a cloud's database.
public struct DatabaseMaintenance: Sendable {
  private let store: any MaintenanceStore
  private let clock: any WallClock
  private let workers: WorkerPool

  init(store: any MaintenanceStore, clock: any WallClock, workers: WorkerPool) {
    self.store = store
    self.clock = clock
    self.workers = workers
  }

  /// Returns when the last backup was made; `nil` for never.
  public func lastBackup() async throws(DatabaseError) -> Date? {
    try await workers.run { [store] () throws(StoreError) in try store.time(of: .backup) }
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
  ) async throws(DatabaseError) {
    try await workers.run { [store, clock] () throws(StoreError) in
      let connection = try SQLiteConnection(path: database)
      try SQLiteSchema.requireKnown(connection)
      try SQLiteBackup.copy(of: connection, to: file, progress: progress)
      // A copy from a read-only medium cannot be remembered there.
      if !connection.isImmutable { try store.record(.backup, at: clock.now) }
    }
  }

  /// Puts a backup in the place of a SQLite file that no server uses.
  public func restore(
    _ file: String, to database: String, isForced: Bool
  ) async throws(DatabaseError) {
    try await workers.run { () throws(StoreError) in
      try SQLiteBackup.restore(file, to: database, isForced: isForced)
    }
  }

  /// Returns what is wrong with a SQLite file, nothing when it is sound.
  public func check(_ database: String) async throws(DatabaseError) -> [String] {
    try await workers.run { () throws(StoreError) in
      let connection = try SQLiteConnection(path: database)
      try SQLiteSchema.requireKnown(connection)
      return try SQLiteCheck.findings(in: connection)
        + SQLiteCheck.fileFindings(path: database)
    }
  }
}
