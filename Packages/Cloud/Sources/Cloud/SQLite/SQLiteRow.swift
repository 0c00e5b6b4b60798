import Basics
import Core
import CSQLite

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
      FileError(
        .corrupt, path: path ?? ":memory:",
        reason: "\(what) cannot be read from the cloud's database",
        remedy: "Restore a backup, or correct or delete that row, for example with sqlite3."))
  }
}
