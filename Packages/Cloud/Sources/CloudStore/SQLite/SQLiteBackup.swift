import Basics
import Core
import CSQLite
import Glibc

/// Copies of a database that are made beside running servers.
package enum SQLiteBackup {
  /// How many pages are copied before progress is reported: 4 MiB.
  private static let step: Int32 = 1000
  /// The end of the name of the copy that replaces a database.
  private static let suffix = ".restored"

  /// Copies a database to a path at which nothing is; only the whole copy gets that name.
  package static func backUp(
    _ connection: SQLiteConnection, to path: String, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    var status = stat()
    guard lstat(path, &status) != 0 else {
      errno = EEXIST
      throw .systemCall(path)
    }
    let partial = path + ".partial"
    // One that was killed may have left its part.
    try remove(partial)
    try copy(of: connection, to: partial, progress: progress)
    guard rename(partial, path) == 0 else {
      let failure = StoreError.systemCall(path)
      unlink(partial)
      throw failure
    }
    do throws(StoreError) {
      try synchronizeFolder(of: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  /// Copies a database as it is when the copy begins into a new file of mode 0600.
  ///
  /// Writers go on meanwhile. The file is on the disk when this returns, and removed when it fails.
  static func copy(
    of connection: SQLiteConnection, to path: String,
    progress: (_ pages: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .systemCall(path) }
    defer { close(descriptor) }
    do throws(StoreError) {
      try copyPages(of: connection, to: SQLiteConnection(path: path), progress: progress)
      guard fsync(descriptor) == 0 else { throw .systemCall(path) }
      try synchronizeFolder(of: path)
    } catch {
      unlink(path)
      throw error
    }
  }

  private static func copyPages(
    of source: SQLiteConnection, to target: SQLiteConnection, progress: (Int, Int) -> Void
  ) throws(StoreError) {
    // One transaction reads one picture: without it each write of another connection would begin
    // the copy again. Source: SQLite, "SQLite Backup API".
    try source.execute("BEGIN; SELECT count(*) FROM sqlite_schema")
    defer { source.rollBack() }
    // A journal would only be another file that a killed process leaves.
    try target.execute("PRAGMA journal_mode = MEMORY")
    guard let backup = sqlite3_backup_init(target.handle, "main", source.handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    var code = sqlite3_backup_step(backup, step)
    while code == SQLITE_OK {
      let total = Int(sqlite3_backup_pagecount(backup))
      progress(total - Int(sqlite3_backup_remaining(backup)), total)
      code = sqlite3_backup_step(backup, step)
    }
    let end = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw target.failure(code) }
    guard end == SQLITE_OK else { throw target.failure(end) }
  }

  private static func synchronizeFolder(of path: String) throws(StoreError) {
    try StoreError.onFile { () throws(FileError) in
      try PrivateFolder(path: Files.folder(of: path)).synchronize()
    }
  }

  /// Puts a backup in the place of a database that no process has open.
  ///
  /// Whatever happens, the path leads to the old database or to the whole backup.
  ///
  /// - Parameter isForced: Whether a database that is there is replaced.
  package static func restore(_ backup: String, to path: String, isForced: Bool) throws(StoreError)
  {
    let path = PrivateDatabaseFile.resolved(path)
    guard PrivateDatabaseFile.resolved(backup) != path else {
      throw unusable(backup, "it is the database itself")
    }
    let source = try soundBackup(backup)
    try PrivateDatabaseFile.createFolder(of: path)
    let lock = try SQLiteSchema.lockFile(path: path)
    defer { extendLifetime(lock) }
    try requireUnused(path, isForced: isForced)
    let temporary = path + suffix
    try remove(temporary)
    try copy(of: source, to: temporary)
    do throws(StoreError) {
      // The connection keeps other processes from opening the old database until it is replaced.
      let old = try completeFile(path)
      defer { extendLifetime(old) }
      // SQLite would take a log of the old database for one of the new.
      for suffix in ["-wal", "-shm", "-journal"] { try remove(path + suffix) }
      try synchronizeFolder(of: path)
      guard rename(temporary, path) == 0 else { throw .systemCall(path) }
    } catch {
      unlink(temporary)
      throw error
    }
    do throws(StoreError) {
      try synchronizeFolder(of: path)
    } catch {
      let reason = "the backup is in place, but a power cut may undo that (\(error.reason))"
      throw .file(.other, path: path, reason, remedy: "Restore it again.")
    }
  }

  /// Opens a backup that can take a database's place.
  private static func soundBackup(_ path: String) throws(StoreError) -> SQLiteConnection {
    do throws(StoreError) {
      let connection = try SQLiteConnection(path: path)
      try SQLiteSchema.requireKnown(connection)
      if let finding = try SQLiteCheck.findings(in: connection).first {
        throw unusable(path, "the backup is not sound (\(finding))")
      }
      return connection
    } catch {
      guard case .file(let failure) = error, failure.kind == .corrupt else { throw error }
      throw unusable(path, failure.reason)
    }
  }

  private static func unusable(_ backup: String, _ reason: String) -> StoreError {
    .file(.corrupt, path: backup, reason, remedy: "Use another backup.")
  }

  /// Waits for a restore that is at work, and removes the copy that a killed one has left.
  static func finishRestore(
    of path: String, until deadline: RequestDeadline?
  ) throws(StoreError) {
    let temporary = PrivateDatabaseFile.resolved(path) + suffix
    guard Files.exists(temporary), !PrivateDatabaseFile.isUnchangeable(path: path) else { return }
    let lock = try SQLiteSchema.lockFile(path: path, until: deadline)
    defer { extendLifetime(lock) }
    try remove(temporary)
  }

  /// Moves the content of a database's log into its file.
  ///
  /// - Returns: A connection with an exclusive lock; `nil` without a database, or with one that is
  ///   too damaged to be opened.
  private static func completeFile(_ path: String) throws(StoreError) -> SQLiteConnection? {
    guard Files.exists(path) else { return nil }
    do throws(StoreError) {
      let connection = try SQLiteConnection(path: path, busyMilliseconds: 0)
      // The first read takes the lock, and undoes an interrupted transaction.
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE; SELECT * FROM sqlite_schema")
      let isComplete = try connection.first(SQLStatement(once: "PRAGMA wal_checkpoint(TRUNCATE)")) {
        $0.integer(0) == 0
      }
      guard isComplete == true else { throw connection.failure(SQLITE_BUSY) }
      return connection
    } catch {
      guard case .file(let failure) = error, failure.kind == .corrupt else { throw error }
      return nil
    }
  }

  private static func remove(_ path: String) throws(StoreError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw .systemCall(path) }
  }

  private static func requireUnused(_ path: String, isForced: Bool) throws(StoreError) {
    let descriptor = open(path, O_RDWR | O_NOFOLLOW | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return }
    guard descriptor >= 0 else {
      // Links were resolved, except one that leads to nothing.
      throw .file(FileError(errorNumber: errno == ELOOP ? ENOENT : errno, path: path))
    }
    defer { close(descriptor) }
    guard isForced else {
      throw .file(
        .notPermitted, path: path, "there is a database already",
        remedy: "Pass --force to replace it.")
    }
    // Each open connection to a database with a log holds a shared lock on 510 bytes after the
    // first GiB. Source: SQLite, "File Locking And Concurrency", os_unix.c.
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = 0x4000_0000
    lock.l_len = 512
    guard fcntl(descriptor, F_GETLK, &lock) == 0 else { throw .systemCall(path) }
    guard lock.l_type == Int16(F_UNLCK) else {
      throw .file(
        .busy, path: path, "process \(lock.l_pid) has the database open", remedy: "Stop it first.")
    }
  }
}

/// Whether a database is what it should be.
package enum SQLiteCheck {
  /// The most findings that are reported.
  private static let most = 20

  /// Returns what is wrong with a database's content.
  package static func findings(in connection: SQLiteConnection) throws(StoreError) -> [String] {
    let objects = try SQLiteSchema.objectFindings(in: connection)
    let named = objects.foreign + objects.missing
    guard named.isEmpty else { return Array(named.prefix(most)) }
    let damage = try connection.all(SQLStatement(once: "PRAGMA integrity_check(\(most))")) { row in
      row.text(0)
    }
    guard damage == ["ok"] else { return damage }
    let references = try connection.all(SQLStatement(once: "PRAGMA foreign_key_check")) { row in
      "a row of \(row.text(0)) refers to none of \(row.text(2))"
    }
    let points = try connection.all(SQLStatement(once: "SELECT rtreecheck('place_points')")) {
      row in row.text(0)
    }
    return Array(
      (references + points.filter { $0 != "ok" } + wordFindings(in: connection)).prefix(most))
  }

  /// Compares the index of words with the places. The statement is an INSERT by its form only, so
  /// it is undone, and cannot run where nothing can be written.
  private static func wordFindings(in connection: SQLiteConnection) -> [String] {
    guard !connection.isImmutable else { return [] }
    do throws(StoreError) {
      try connection.begin()
      defer { connection.rollBack() }
      try connection.execute(
        "INSERT INTO place_words (place_words, rank) VALUES ('integrity-check', 1)")
      return []
    } catch {
      return ["the index of words does not agree with the places (\(error.reason))"]
    }
  }

  /// Returns which of the database's files others than their owner may use.
  package static func fileFindings(path: String) -> [String] {
    let path = PrivateDatabaseFile.resolved(path)
    return ["", "-wal", "-shm"].compactMap { suffix in
      var status = stat()
      guard stat(path + suffix, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
      return "\(path)\(suffix) can be used by others than its owner: chmod 600 it"
    }
  }
}
