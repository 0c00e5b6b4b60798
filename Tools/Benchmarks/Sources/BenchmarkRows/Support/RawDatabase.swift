import CSQLiteForFloors

/// SQLite's C API and as little around it as possible: what floors are made of.
///
/// One benchmark at a time uses it, on one thread at a time.
final class RawDatabase {
  private let handle: OpaquePointer

  /// Opens a database with the durability that the cloud promises.
  init(path: String) throws {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw BenchmarkError("'\(path)' cannot be opened.")
    }
    handle = opened
    try execute("PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  func execute(_ sql: String) throws { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  /// One transaction, flushed to the disk when it ends.
  func transaction(_ body: () throws -> Void) throws {
    try execute("BEGIN IMMEDIATE")
    try body()
    try execute("COMMIT")
  }

  func prepare(_ sql: String) throws -> RawStatement {
    var statement: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &statement, nil))
    guard let statement else { throw BenchmarkError("'\(sql)' is empty.") }
    return RawStatement(handle: statement)
  }

  private func check(_ code: Int32) throws {
    guard code == SQLITE_OK else { throw BenchmarkError(String(cString: sqlite3_errmsg(handle))) }
  }
}

final class RawStatement {
  private let handle: OpaquePointer
  init(handle: OpaquePointer) { self.handle = handle }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Runs the statement to its end, and returns the first column of its rows as texts.
  @discardableResult
  func run(_ values: String...) throws -> [String] {
    defer { sqlite3_reset(handle) }
    for (index, value) in values.enumerated() {
      sqlite3_bind_text(handle, Int32(index + 1), value, -1, floor_sqlite_transient())
    }
    var texts: [String] = []
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: texts.append(sqlite3_column_text(handle, 0).map(String.init) ?? "")
      case SQLITE_DONE: return texts
      default: throw BenchmarkError(String(cString: sqlite3_errmsg(sqlite3_db_handle(handle))))
      }
    }
  }
}
