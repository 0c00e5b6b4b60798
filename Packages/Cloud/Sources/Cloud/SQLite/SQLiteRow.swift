package import Core
import CSQLite
package import FoundationEssentials

/// The row that a statement stands on; valid until the statement moves.
///
/// The schema's types are strict and its columns are not null unless they are read as optional, so
/// a wrong type cannot occur in a sound file.
package struct SQLiteRow {
  let statement: OpaquePointer

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

  package func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }

  package func text(_ column: Int32) -> String {
    String(decoding: textBytes(column), as: UTF8.self)
  }

  /// The bytes of a text in UTF-8; valid until the statement moves.
  package func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    let bytes = sqlite3_column_text(statement, column)
    return UnsafeBufferPointer(
      start: bytes, count: bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))
  }

  package func blob(_ column: Int32) -> [UInt8] {
    let bytes = sqlite3_column_blob(statement, column)
    let count = bytes == nil ? 0 : Int(sqlite3_column_bytes(statement, column))
    return Array(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  package func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

  package func time(_ column: Int32) -> Date { Date(milliseconds: integer(column)) }

  package func optionalTime(_ column: Int32) -> Date? { isNull(column) ? nil : time(column) }

  package func identifier<Entity>(_ column: Int32) -> Identifier<Entity> {
    Identifier(text(column))
  }
}
