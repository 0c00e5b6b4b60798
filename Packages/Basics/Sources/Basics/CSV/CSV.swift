/// Comma-separated values. Source: RFC 4180.
public enum CSV {
  /// Some fields in a row.
  public struct Record: Sendable {
    /// The number of the line in which the record begins, from 1.
    public let line: Int
    public let fields: [ArraySlice<UInt8>]

    /// The fields as texts; bytes that are not UTF-8 become replacement characters.
    public var texts: [String] { fields.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// Why a text is not CSV, and where.
  public struct ParseError: Error, Equatable, Sendable {
    /// The number of the line, from 1.
    public let line: Int
    /// The error, as the end of a sentence.
    public let problem: String
  }

  public static func records(of text: String) throws(ParseError) -> [Record] {
    var rest = Array(text.utf8)[...]
    let reader = Reader { () throws(ParseError) in
      defer { rest = [] }
      return rest
    }
    var records: [Record] = []
    while let record = try reader.next() { records.append(record) }
    return records
  }

  /// Returns a field as it stands in a record: in quotes when it has to be.
  public static func field(_ text: String) -> String {
    guard text.utf8.contains(where: ",\"\n\r".utf8.contains) else { return text }
    return "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
