import Cloud
import Core
import CPostgreSQL
import FoundationEssentials

/// What a statement gave back.
final class PostgreSQLResult {
  private let handle: OpaquePointer

  init(handle: OpaquePointer) {
    self.handle = handle
  }

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

  var rowCount: Int32 { PQntuples(handle) }

  /// How many rows an INSERT, UPDATE or DELETE changed.
  var changedCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

  /// Reads every row.
  func map<Value>(
    _ read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Value
  ) throws(PostgreSQLFailure) -> [Value] {
    var values: [Value] = []
    for index in 0..<rowCount { values.append(try read(row(index))) }
    return values
  }

  func row(_ index: Int32) -> PostgreSQLRow { PostgreSQLRow(result: self, index: index) }

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
///
/// The schema's columns are not null unless they are read as optional, so a wrong type can only
/// come from a schema that somebody else has changed.
struct PostgreSQLRow {
  let result: PostgreSQLResult
  let index: Int32

  func text(_ column: Int32) -> String {
    String(decoding: result.bytes(index, column), as: UTF8.self)
  }

  func integer(_ column: Int32) throws(PostgreSQLFailure) -> Int64 {
    guard let value = Int64(text(column)) else { throw .unreadable("'\(text(column))'") }
    return value
  }

  func real(_ column: Int32) throws(PostgreSQLFailure) -> Double {
    guard let value = Double(text(column)) else { throw .unreadable("'\(text(column))'") }
    return value
  }

  func bytes(_ column: Int32) throws(PostgreSQLFailure) -> [UInt8] {
    let text = result.bytes(index, column)
    guard text.starts(with: "\\x".utf8), let bytes = Hexadecimal.decode(text.dropFirst(2)) else {
      throw .unreadable("a column of bytes")
    }
    return bytes
  }

  func isNull(_ column: Int32) -> Bool { result.isNull(index, column) }

  func isTrue(_ column: Int32) -> Bool { text(column) == "t" }

  func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  func time(_ column: Int32) throws(PostgreSQLFailure) -> Date {
    Date(milliseconds: try integer(column))
  }

  func optionalTime(_ column: Int32) throws(PostgreSQLFailure) -> Date? {
    isNull(column) ? nil : try time(column)
  }

  func identifier<Entity>(_ column: Int32) -> Identifier<Entity> { Identifier(text(column)) }
}
