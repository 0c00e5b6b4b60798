import Basics
import CloudStore
import CPostgreSQL

/// The result of a statement.
final class PostgreSQLResult {
  private let handle: OpaquePointer
  init(handle: OpaquePointer) { self.handle = handle }

  deinit {
    PQclear(handle)
  }

  var status: ExecStatusType { PQresultStatus(handle) }

  /// The SQLSTATE of a failure.
  var state: String? {
    // 'C' is PG_DIAG_SQLSTATE, a macro that Swift cannot see.
    PQresultErrorField(handle, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
  }

  /// The first line of a failure's message.
  var message: String {
    // 'M' is PG_DIAG_MESSAGE_PRIMARY.
    guard let text = PQresultErrorField(handle, Int32(UInt8(ascii: "M"))) else {
      return String(cString: PQresultErrorMessage(handle))
    }
    return String(cString: text)
  }

  var isError: Bool {
    switch status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_PIPELINE_SYNC: false
    default: true
    }
  }

  var rowCount: Int32 { PQntuples(handle) }

  /// The columns of the first row, which are booleans.
  var booleans: [Bool] {
    guard rowCount > 0 else { return [] }
    let row = PostgreSQLRow(result: self, index: 0)
    return (0..<PQnfields(handle)).map { row.integer($0) == 1 }
  }

  /// How many rows an INSERT, UPDATE or DELETE changed.
  var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

  /// A value that could not be read.
  fileprivate(set) var unreadable: String?

  fileprivate func isNull(_ row: Int32, _ column: Int32) -> Bool {
    PQgetisnull(handle, row, column) == 1
  }

  fileprivate func bytes(_ row: Int32, _ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let count = Int(PQgetlength(handle, row, column))
    let start = PQgetvalue(handle, row, column)
    return start.map {
      UnsafeBufferPointer(
        start: UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self), count: count)
    } ?? UnsafeBufferPointer(start: nil, count: 0)
  }
}

/// One row of a result.
struct PostgreSQLRow: SQLRow {
  let result: PostgreSQLResult
  let index: Int32
  func isNull(_ column: Int32) -> Bool { result.isNull(index, column) }

  func integer(_ column: Int32) -> Int64 {
    let text = text(column)
    // A boolean is 't' or 'f'.
    return Int64(text) ?? (text == "t" ? 1 : text == "f" ? 0 : unreadable("'\(text)'", or: 0))
  }

  func real(_ column: Int32) -> Double {
    let text = text(column)
    return Double(text) ?? unreadable("'\(text)'", or: 0)
  }

  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> { result.bytes(index, column) }

  func blob(_ column: Int32) -> [UInt8] {
    let digits = result.bytes(index, column)
    guard digits.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "x")]),
      let bytes = Hexadecimal.decode(digits.dropFirst(2))
    else { return isNull(column) ? [] : unreadable("a column of bytes", or: []) }
    return bytes
  }

  func report(unreadable what: String) { result.unreadable = what }

  func unreadable(_ what: String) -> StoreError {
    PostgreSQLError.unreadable(what).storeFailure
  }

  /// A statement's caller sees the failure after the row was read.
  private func unreadable<Value>(_ what: String, or value: Value) -> Value {
    result.unreadable = what
    return value
  }
}
