import Basics
import Core
import CSQLite
import Glibc

/// One open connection to a SQLite database; used by one thread at a time.
package final class SQLiteConnection: SQLConnection {
  /// The database's name for messages.
  package let name: String
  package let handle: OpaquePointer
  /// Whether the file cannot change while it is read; see ``PrivateDatabaseFile/isUnchangeable(path:)``.
  package let isImmutable: Bool
  /// When a statement is ended, and waits for no lock any more; `nil` for no limit.
  package var deadline: ContinuousClock.Instant?
  /// Whether a statement waits for locks of other connections.
  package var mayBlock = true
  private let busyMilliseconds: Int32
  private var statements: [ObjectIdentifier: SQLiteStatement] = [:]

  /// Opens a database; an in-memory one when the path is `nil`.
  ///
  /// - Parameter busyMilliseconds: How long a statement waits for other connections.
  package init(
    path: String?, busyMilliseconds: Int32 = 10_000, deadline: RequestDeadline? = nil
  ) throws(StoreError) {
    self.deadline = deadline?.end
    self.busyMilliseconds = busyMilliseconds
    name = path ?? ":memory:"
    isImmutable = path.map(PrivateDatabaseFile.isUnchangeable) ?? false
    _ = Self.isSetUp
    // One thread at a time uses the connection, so SQLite need not lock it (NOMUTEX).
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    // A database with a log cannot be read otherwise where the log cannot be made. Source: SQLite,
    // "Write-Ahead Logging", section 5; "Uniform Resource Identifiers", section 3.
    let uri = "file:\(PercentCoding.encode(name))?immutable=1"
    let code =
      isImmutable
      ? sqlite3_open_v2(uri, &opened, flags | SQLITE_OPEN_URI, nil)
      : sqlite3_open_v2(name, &opened, flags, nil)
    guard let opened else {
      throw .file(.other, path: name, "no memory for the database")
    }
    guard code == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw .file(SQLiteError(code: code, handle: opened).fileFailure(path: name))
    }
    handle = opened
    try check(NearestNeighborFunction.register(in: handle))
    setHandlers()
  }

  /// Sets how long statements wait for locks and how long they may read.
  private func setHandlers() {
    // The connection outlives its handle, which its deinit closes.
    let context = Unmanaged.passUnretained(self).toOpaque()
    // SQLite's own handler waits up to 100 ms at a time, so that a writer that commits again and
    // again, such as an import, would hardly ever leave it a gap.
    sqlite3_busy_handler(
      handle,
      { context, count in
        guard let connection = SQLiteConnection.connection(context), connection.mayBlock,
          count < connection.busyMilliseconds,
          connection.deadline.map({ ContinuousClock.now < $0 }) ?? true
        else { return 0 }
        usleep(1000)
        return 1
      }, context)
    sqlite3_progress_handler(
      handle, 100_000,
      { context in
        guard let deadline = SQLiteConnection.connection(context)?.deadline else { return 0 }
        return ContinuousClock.now < deadline ? 0 : 1
      }, context)
  }

  /// Set up once for the whole process; where that fails SQLite is only slower.
  private static let isSetUp = koober_sqlite_without_memory_statistics() == SQLITE_OK

  private static func connection(_ context: UnsafeMutableRawPointer?) -> SQLiteConnection? {
    context.map { Unmanaged<SQLiteConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  package var dialect: any SQLDialect { SQLiteDialect() }

  package func execute(_ sql: String) throws(StoreError) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Writes what the transaction has changed to the disk, without committing it.
  func flush() throws(StoreError) { try check(sqlite3_db_cacheflush(handle)) }

  package func forgetPages() throws(StoreError) { try execute("PRAGMA shrink_memory") }

  @discardableResult
  package func run(
    _ statement: SQLStatement, _ arguments: SQLArguments,
    forEachRow read: (any SQLRow) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int {
    try check(prepare(statement).run(arguments, forEachRow: read))
    return Int(sqlite3_changes64(handle))
  }

  package func runAll(
    _ calls: [SQLCall], forEachRow read: (Int, any SQLRow) throws(StoreError) -> Void
  ) throws(StoreError) {
    // Each alone would take and release the file's locks.
    let begins = calls.count > 1 && !isInTransaction
    if begins { try run(Self.readStatement) }
    do throws(StoreError) {
      for (index, call) in calls.enumerated() {
        try run(call.statement, call.arguments) { (row) throws(StoreError) in
          try read(index, row)
          return true
        }
      }
      if begins { try run(Self.commitStatement) }
    } catch {
      if begins { rollBack() }
      throw error
    }
  }

  private func prepare(_ statement: SQLStatement) throws(StoreError) -> SQLiteStatement {
    if let prepared = statements[ObjectIdentifier(statement)] { return prepared }
    let (sql, parameters) = statement.rendered(for: dialect)
    var prepared: OpaquePointer?
    let flags = statement.isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    try check(sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil))
    guard let prepared else {
      throw .file(.other, path: name, "an empty statement was prepared")
    }
    let result = SQLiteStatement(handle: prepared, parameters: parameters, origin: statement)
    if statement.isKept { statements[ObjectIdentifier(statement)] = result }
    return result
  }

  private func check(_ code: Int32) throws(StoreError) {
    guard code != SQLITE_OK else { return }
    if code & 0xFF == SQLITE_INTERRUPT { throw .unavailable(reason: "a query took too long") }
    throw failure(code)
  }

  func failure(_ code: Int32) -> StoreError {
    // SQLITE_CONSTRAINT_FOREIGNKEY, a macro that Swift cannot see.
    if code == SQLITE_CONSTRAINT | (3 << 8) {
      return .ownerGone(
        reason: SQLiteError(code: code, handle: handle).fileFailure(path: name).reason)
    }
    if code & 0xFF == SQLITE_READONLY, access(name, W_OK) != 0, errno == EROFS {
      return .file(FileError(errorNumber: EROFS, path: name))
    }
    return .file(SQLiteError(code: code, handle: handle).fileFailure(path: name))
  }
}

extension SQLiteConnection {
  /// Runs the steps as one transaction that is begun as a writer, so that it never has to be
  /// repeated because another writer was faster.
  package func transaction<Value>(
    _ body: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try begin()
    do throws(StoreError) {
      let value = try body()
      try commit()
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
  package func begin() throws(StoreError) { try run(Self.beginStatement) }

  /// Commits, unless the file was removed or replaced: what is written then would be lost.
  package func commit() throws(StoreError) {
    var hasMoved: Int32 = 0
    if sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK,
      hasMoved != 0
    {
      throw .removed(name)
    }
    try run(Self.commitStatement)
  }

  private static let readStatement: SQLStatement = "BEGIN"
  private static let beginStatement: SQLStatement = "BEGIN IMMEDIATE"
  private static let commitStatement: SQLStatement = "COMMIT"

  /// Undoes the transaction. SQLite itself may have done so, after a full disk for example, and a
  /// failure leaves nothing that the next opening would not undo; so there is none to report.
  package func rollBack() {
    guard isInTransaction else { return }
    _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }
}
