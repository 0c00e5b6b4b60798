import Core
import CSQLite

/// One open connection to a SQLite database; used by one thread at a time.
package final class SQLiteConnection {
  /// The database's name for messages.
  package let name: String
  private let handle: OpaquePointer
  private var statements: [String: SQLiteStatement] = [:]

  /// Opens a database; an in-memory one when the path is `nil`.
  ///
  /// - Parameter busyMilliseconds: How long a statement waits for other connections.
  package init(path: String?, busyMilliseconds: Int32 = 10_000) throws(StoreFailure) {
    name = path ?? ":memory:"
    // One thread at a time uses the connection, so SQLite need not lock it (NOMUTEX).
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard let opened else {
      throw .file(FileFailure(.other, path: name, reason: "no memory for the database"))
    }
    guard code == SQLITE_OK else {
      defer { sqlite3_close_v2(opened) }
      throw .file(SQLiteFailure(code: code, handle: opened).fileFailure(path: name))
    }
    handle = opened
    sqlite3_busy_timeout(handle, busyMilliseconds)
    try check(NearestFirst.register(in: handle))
  }

  deinit {
    statements = [:]
    sqlite3_close_v2(handle)
  }

  /// Runs statements that give no rows and are used once.
  package func execute(_ sql: String) throws(StoreFailure) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a statement and returns how many rows it changed.
  @discardableResult
  package func run(_ sql: String, _ values: SQLiteValue...) throws(StoreFailure) -> Int {
    try forEach(sql, values) { (_) throws(StoreFailure) in true }
    return Int(sqlite3_changes64(handle))
  }

  /// Returns the first row, read, or `nil` without rows.
  package func first<Value>(
    _ sql: String, _ values: SQLiteValue..., read: (SQLiteRow) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value? {
    var result: Value?
    try forEach(sql, values) { (row) throws(StoreFailure) in
      result = try read(row)
      return false
    }
    return result
  }

  /// Returns all rows, read.
  package func all<Value>(
    _ sql: String, _ values: SQLiteValue..., read: (SQLiteRow) throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> [Value] {
    var result: [Value] = []
    try forEach(sql, values) { (row) throws(StoreFailure) in
      result.append(try read(row))
      return true
    }
    return result
  }

  /// Steps through the rows until the reader returns `false`.
  package func forEach(
    _ sql: String, _ values: [SQLiteValue],
    read: (SQLiteRow) throws(StoreFailure) -> Bool
  ) throws(StoreFailure) {
    try check(statement(sql).run(values, forEachRow: read))
  }

  /// The row that was inserted last.
  package var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  private func statement(_ sql: String) throws(StoreFailure) -> SQLiteStatement {
    if let statement = statements[sql] { return statement }
    var prepared: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    try check(sqlite3_prepare_v3(handle, sql, -1, flags, &prepared, nil))
    guard let prepared else {
      throw .file(FileFailure(.other, path: name, reason: "an empty statement was prepared"))
    }
    let statement = SQLiteStatement(handle: prepared)
    statements[sql] = statement
    return statement
  }

  private func check(_ code: Int32) throws(StoreFailure) {
    guard code != SQLITE_OK else { return }
    throw .file(SQLiteFailure(code: code, handle: handle).fileFailure(path: name))
  }
}

extension SQLiteConnection {
  /// Runs the steps as one transaction that is begun as a writer, so that it never has to be
  /// repeated because another writer was faster.
  package func transaction<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(StoreFailure) -> Value {
    try begin()
    do throws(StoreFailure) {
      let value = try body()
      try commit()
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  package func begin() throws(StoreFailure) { try run("BEGIN IMMEDIATE") }

  package func commit() throws(StoreFailure) { try run("COMMIT") }

  /// Undoes the transaction. SQLite itself may have done so, after a full disk for example, and a
  /// failure leaves nothing that the next opening would not undo; so there is none to report.
  package func rollBack() {
    guard sqlite3_get_autocommit(handle) == 0 else { return }
    _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
  }
}
