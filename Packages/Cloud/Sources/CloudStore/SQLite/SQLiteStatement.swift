import Basics
import CSQLite

/// A prepared statement, reused with other values.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let parameters: [String]
  // Keeps the statement's identity from being given to another one.
  private let origin: SQLStatement
  /// The failure for a value of the current row.
  var unreadable: StoreError?

  init(handle: OpaquePointer, parameters: [String], origin: SQLStatement) {
    self.handle = handle
    self.parameters = parameters
    self.origin = origin
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Binds the values, steps through the rows until the reader returns `false`, and resets.
  ///
  /// - Returns: SQLite's code of the first failure, `SQLITE_OK` without one.
  func run(
    _ arguments: SQLArguments, forEachRow read: (any SQLRow) throws(StoreError) -> Bool
  ) throws(StoreError) -> Int32 {
    defer {
      unreadable = nil
      sqlite3_reset(handle)
      sqlite3_clear_bindings(handle)
    }
    for (index, value) in arguments.ordered(by: parameters).enumerated() {
      let code = bind(value, at: Int32(index + 1))
      guard code == SQLITE_OK else { return code }
    }
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW:
        let goesOn = try read(SQLiteRow(statement: handle, owner: self))
        if let unreadable { throw unreadable }
        guard goesOn else { return SQLITE_OK }
      case SQLITE_DONE: return SQLITE_OK
      case let code: return code
      }
    }
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .integer(let integer): return sqlite3_bind_int64(handle, index, integer)
    case .real(let real): return sqlite3_bind_double(handle, index, real)
    case .null: return sqlite3_bind_null(handle, index)
    case .text(var text):
      // An empty text may have no address, which SQLite would take for NULL.
      guard !text.isEmpty else {
        return sqlite3_bind_text(handle, index, "", 0, koober_sqlite_transient())
      }
      return text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { characters in
          sqlite3_bind_text(
            handle, index, characters.baseAddress, Int32(characters.count),
            koober_sqlite_transient())
        }
      }
    case .blob(let bytes):
      guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return sqlite3_bind_blob(handle, index, bytes, Int32(bytes.count), koober_sqlite_transient())
    }
  }
}

/// The current row of a statement.
struct SQLiteRow: SQLRow {
  let statement: OpaquePointer
  let owner: SQLiteStatement
  func report(unreadable what: String) { owner.unreadable = unreadable(what) }
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let bytes = sqlite3_column_text(statement, column)
    return UnsafeBufferPointer(
      start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }

  func blob(_ column: Int32) -> [UInt8] {
    let bytes = sqlite3_column_blob(statement, column)
    let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  func unreadable(_ what: String) -> StoreError {
    let path = sqlite3_db_filename(sqlite3_db_handle(statement), nil).map(String.init(cString:))
    return .file(
      .corrupt, path: path ?? ":memory:", "\(what) cannot be read from the cloud's database",
      remedy: "Restore a backup, or correct or delete that row, for example with sqlite3.")
  }
}
