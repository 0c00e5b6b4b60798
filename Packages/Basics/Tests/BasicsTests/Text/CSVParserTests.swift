import Basics
import Testing

struct CSVParserTests {
  private func records(_ text: String) throws(CSVParser.ParseError) -> [[String]] {
    var parser = CSVParser()
    var records: [[String]] = []
    func take() { records.append(parser.record.map { String(decoding: $0, as: UTF8.self) }) }
    for byte in text.utf8 where try parser.parse(byte) { take() }
    if try parser.finish() { take() }
    return records
  }

  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]), ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
    ("\"a,\"\"b\"\"\n\",c\r\n", [["a,\"b\"\n", "c"]]), (",\n", [["", ""]]), ("a,", [["a", ""]]),
    ("\n  \n\r\na\n\n", [["a"]]), ("a\r,\nb", [["a\r", ""], ["b"]]), ("", []),
    ("\"\",x\r", [["", "x"]]), ("\"a\r\"", [["a\r"]]),
  ])
  func `Records are read by RFC 4180`(text: String, expected: [[String]]) throws {
    #expect(try records(text) == expected)
  }

  @Test(arguments: [
    ("a\nb\"c", 2, "a quotation mark stands within a field that is not quoted"),
    ("a\n\"b\nc", 2, "a quoted field has no end"), ("\"a\"b", 1, "text follows a quoted field"),
    ("\"a\"\rb", 1, "text follows a quoted field"),
    (String(repeating: ",", count: 1024), 1, "the record has more than 1024 fields"),
    (String(repeating: "a", count: 1 << 20 + 1), 1, "the record is longer than 1024 KiB"),
  ])
  func `A violation is named with its line`(text: String, line: Int, reason: String) {
    let error = #expect(throws: CSVParser.ParseError.self) { try records(text) }

    #expect(error?.line == line)
    #expect(error?.reason == reason)
  }

  @Test func `The line of a record is that of its first byte`() throws {
    var parser = CSVParser()
    var lines: [Int] = []

    for byte in "a\n\n\"b\nc\"\nd".utf8 where try parser.parse(byte) { lines.append(parser.line) }
    if try parser.finish() { lines.append(parser.line) }

    #expect(lines == [1, 3, 5])
  }
}
