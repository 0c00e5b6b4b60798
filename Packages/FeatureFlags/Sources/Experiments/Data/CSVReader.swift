/// Splits comma-separated values into fields (RFC 4180).
enum CSVReader {
  struct Row {
    /// The line on which the row begins, from 1.
    let line: Int
    var fields: [String]
  }

  /// The rows of a text, without blank lines.
  static func rows(of text: String) throws(CSVError) -> [Row] {
    var rows: [Row] = []
    var row = Row(line: 1, fields: [])
    var field: [UInt8] = []
    var line = 1
    var isQuoted = false
    var units = text.utf8.makeIterator()
    var next = units.next()

    func endRow() {
      let isBlank = row.fields.isEmpty && field.isEmpty
      row.fields.append(String(decoding: field, as: UTF8.self))
      if !isBlank { rows.append(row) }
      field = []
      row = Row(line: line, fields: [])
    }

    while let unit = next {
      next = units.next()
      if unit == UInt8(ascii: "\n") { line += 1 }
      switch unit {
      case UInt8(ascii: "\"") where isQuoted && next == UInt8(ascii: "\""):
        field.append(unit)
        next = units.next()
      case UInt8(ascii: "\"") where isQuoted || field.isEmpty:
        isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted:
        row.fields.append(String(decoding: field, as: UTF8.self))
        field = []
      case UInt8(ascii: "\r") where !isQuoted && next == UInt8(ascii: "\n"):
        continue
      case UInt8(ascii: "\n") where !isQuoted:
        endRow()
      default:
        field.append(unit)
      }
    }
    if isQuoted { throw CSVError(line: row.line, problem: "a quoted field has no closing quote") }
    endRow()
    return rows
  }
}
