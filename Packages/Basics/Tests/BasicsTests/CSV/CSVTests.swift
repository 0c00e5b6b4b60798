import Basics
import Testing

struct CSVTests {
  @Test(
    arguments: [
      ("", []), ("\n\n \n", []), ("a,b\n1,2", [["a", "b"], ["1", "2"]]),
      ("a\r\n\r\nb\r\n", [["a"], ["b"]]), (",\n", [["", ""]]),
      ("\"a,\"\"b\nc\",\"\"\nd,e\n", [["a,\"b\nc", ""], ["d", "e"]]), ("\"\"", []),
      ("a\r,", [["a\r", ""]]), ("a\r,\nb,\r\n", [["a\r", ""], ["b", ""]]),
    ] as [(String, [[String]])])
  func `Records are read as RFC 4180 has them`(text: String, records: [[String]]) throws {
    #expect(try CSV.records(of: text).map(\.texts) == records)
  }

  @Test func `A record knows its line`() throws {
    #expect(try CSV.records(of: "a\n\n\"b\nc\"\nd").map(\.line) == [1, 3, 5])
  }

  @Test(arguments: [
    ("a\n\"b\n\n", 2, "a quoted field has no end"),
    ("a\nb\"c", 2, "a quotation mark stands within a field that is not quoted"),
    ("\"a\nb\"c", 2, "text follows a quoted field"),
    (String(repeating: ",", count: 1024), 1, "the record has more than 1024 fields"),
    ("x\n" + String(repeating: "a", count: 1 << 20 + 1), 2, "the record is longer than 1024 KiB"),
  ])
  func `What is no CSV is refused with its line`(text: String, line: Int, problem: String) {
    let error = #expect(throws: CSV.ParseError.self) { try CSV.records(of: text) }

    #expect(error?.line == line)
    #expect(error?.problem == problem)
  }

  @Test(arguments: 1...7)
  func `The pieces in which a document comes do not matter`(size: Int) throws {
    let text = "a,\"b\"\"\n,\"\r\nc,\"d\"\r\n\ne,f"
    var rest = Array(text.utf8)[...]
    let reader = CSV.Reader<CSV.ParseError>(
      makeFailure: { $0 },
      readChunk: { () throws(CSV.ParseError) in
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size)
      })

    var records: [[String]] = []
    while let record = try reader.next() { records.append(record.texts) }

    #expect(try records == CSV.records(of: text).map(\.texts))
    #expect(records.count == 3)
  }

  @Test(arguments: ["", "a", " a ", "a,b", "\"", "a\nb", "a\rb", "a\r\nb"])
  func `A field that was written is read again`(field: String) throws {
    let record = "\(CSV.field(field)),x"

    #expect(try CSV.records(of: record).map(\.texts) == [[field, "x"]])
  }
}
