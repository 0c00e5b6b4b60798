import Basics
package import Core
package import FoundationEssentials

/// The columns of a table that statements write and read: `case pickupName` is the column
/// `pickup_name`.
package protocol SQLColumn: CaseIterable, RawRepresentable<Int32>, Sendable {
  static var table: String { get }
}

extension SQLColumn {
  package static var count: Int32 { Int32(allCases.count) }

  /// The columns' names in their order.
  package static var names: [String] { allCases.map { snakeCase("\($0)") } }

  /// The list of all columns, in their order, for a SELECT.
  package static var list: String { names.map { "\(table).\($0)" }.joined(separator: ", ") }

  private static func snakeCase(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += "_" }
      result += character.lowercased()
    }
    return result
  }
}

/// One row of a statement's result; valid until the statement moves.
///
/// The schemas' types are strict, and a column is not null unless it is read as optional. A value
/// that cannot be read nevertheless makes the statement fail.
package protocol SQLRow {
  func isNull(_ column: Int32) -> Bool
  func integer(_ column: Int32) -> Int64
  func real(_ column: Int32) -> Double
  /// The bytes of a text in UTF-8; valid until the statement moves.
  func textBytes(_ column: Int32) -> UnsafeBufferPointer<UInt8>
  func blob(_ column: Int32) -> [UInt8]

  /// Makes the statement fail for a value that no version of this program has written.
  func report(unreadable what: String)

  /// The failure to report for what no version of this program has written.
  func unreadable(_ what: String) -> StoreError
}

extension SQLRow {
  package func text(_ column: Int32) -> String {
    String(decoding: textBytes(column), as: UTF8.self)
  }

  /// The values of one table's columns, which follow others in the row.
  ///
  /// - Parameter preceding: The number of columns before them.
  package func columns<Column: SQLColumn>(
    _ columns: Column.Type, after preceding: Int32 = 0
  ) -> SQLColumns<Column> {
    SQLColumns(row: self, first: preceding)
  }
}

/// The values of one table's columns in a row.
package struct SQLColumns<Column: SQLColumn> {
  package let row: any SQLRow
  let first: Int32
  private func position(_ column: Column) -> Int32 { first + column.rawValue }
  package func isNull(_ column: Column) -> Bool { row.isNull(position(column)) }
  package func integer(_ column: Column) -> Int64 { row.integer(position(column)) }
  package func number(_ column: Column) -> Int { Int(integer(column)) }
  package func real(_ column: Column) -> Double { row.real(position(column)) }
  package func text(_ column: Column) -> String { row.text(position(column)) }

  /// The bytes of a text in UTF-8; valid until the statement moves.
  package func textBytes(_ column: Column) -> UnsafeBufferPointer<UInt8> {
    row.textBytes(position(column))
  }

  package func blob(_ column: Column) -> [UInt8] { row.blob(position(column)) }

  /// A time in the years 1 to 9999; another one cannot be read.
  package func time(_ column: Column) -> Date {
    let time = integer(column)
    guard (-62_135_596_800_000...253_402_300_799_999).contains(time) else {
      let name = Column.names[Int(column.rawValue)]
      row.report(unreadable: "the time \(time) in \(Column.table).\(name)")
      return Date(milliseconds: 0)
    }
    return Date(milliseconds: time)
  }

  package func identifier<Entity>(_ column: Column) -> Identifier<Entity> {
    Identifier(text(column))
  }

  package func optionalText(_ column: Column) -> String? { isNull(column) ? nil : text(column) }

  /// A value that was stored by ``SQLValue/json(_:)``.
  package func json<Value: Decodable>(_ column: Column) throws(StoreError) -> Value {
    do {
      return try JSON.decode(Value.self, from: textBytes(column))
    } catch {
      let name = Column.names[Int(column.rawValue)]
      throw row.unreadable("the document in \(Column.table).\(name)")
    }
  }

  package func optionalTime(_ column: Column) -> Date? { isNull(column) ? nil : time(column) }
}
