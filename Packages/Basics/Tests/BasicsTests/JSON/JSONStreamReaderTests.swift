import Basics
import Testing

struct JSONStreamReaderTests {
  /// A reader that gets its bytes in chunks of a size.
  private func reader(
    _ text: String, chunkSize: Int = 1, depth: Int = 256, bytes: Int = .max, textLength: Int = 64
  ) -> JSON.StreamReader {
    var rest = Array(text.utf8)[...]
    return JSON.StreamReader(
      options: JSON.ReadingOptions(maximumDepth: depth, maximumByteCount: bytes),
      maximumTextLength: textLength
    ) {
      defer { rest = rest.dropFirst(chunkSize) }
      return rest.prefix(chunkSize)
    }
  }

  private func isSkipped(_ reader: JSON.StreamReader) -> Bool {
    (try? (reader.skipValue(), reader.finish())) != nil
  }

  @Test(arguments: [1, 2, 3, 1000])
  func `Pieces are read in the order of the document, however it is cut`(chunkSize: Int) throws {
    let text = #" {"a" : [ "é\"\n" , -1.5e2, true ], "b":{}, "c":[], "d":{"x":[1,[2]]}, "e":7} "#
    let reader = reader(text, chunkSize: chunkSize)
    var names: [String] = []

    try reader.beginObject()
    while let name = try reader.nextMember() {
      names.append(name)
      switch name {
      case "a":
        try reader.beginArray()
        #expect(try reader.nextElement())
        #expect(try reader.readText() == "é\"\n")
        #expect(try reader.nextElement())
        #expect(try reader.readNumberText() == Array("-1.5e2".utf8))
        #expect(try reader.nextElement())
        #expect(try reader.nextKind() == .boolean)
        try reader.skipValue()
        #expect(try !reader.nextElement())
      case "e": #expect(try reader.readNumberText() == Array("7".utf8))
      default: try reader.skipValue()
      }
    }
    try reader.finish()

    #expect(names == ["a", "b", "c", "d", "e"])
  }

  @Test(arguments: [
    "", "[", "{", "[1", "[1,]", "[,]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "[1}",
    "}",
    "01", "1x", "truex", "tru", "\"a", "\"\\x\"", "\"\u{1}\"", "1 2", "[1]]", "\"\\", "nan", "-",
  ])
  func `What is not JSON is refused, also when it is skipped`(text: String) {
    #expect(!isSkipped(reader(text)))
    #expect(!isSkipped(reader(text, chunkSize: 1000)))
  }

  @Test func `An error names line, column and the bytes before it`() {
    let reader = reader("[1,\n  \"é\", x]", chunkSize: 2)

    let error = #expect(throws: JSON.ParseError.self) { try reader.skipValue() }
    #expect(error?.description == "line 2, column 8: expected a value")
    #expect(error?.offset == 12)
  }

  @Test func `Depth, size and the length of texts have limits`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    #expect(isSkipped(reader(nested(9), depth: 10)))
    #expect(isSkipped(reader(nested(10), depth: 10)))
    #expect(!isSkipped(reader(nested(11), depth: 10)))
    #expect(isSkipped(reader("[1, 2]", bytes: 6)))
    #expect(!isSkipped(reader("[1, 2]", bytes: 5)))
    #expect(isSkipped(reader("\"1234\"", textLength: 5)))
    #expect(!isSkipped(reader("\"12345\"", textLength: 5)))
    #expect(isSkipped(reader("12345", textLength: 5)))
    #expect(!isSkipped(reader("123456", textLength: 5)))
  }

  @Test func `A million brackets are refused`() {
    #expect(!isSkipped(reader(String(repeating: "[", count: 1_000_000), chunkSize: 4096)))
  }

  @Test func `What fails when the bytes are fetched is passed on`() {
    struct Broken: Error {}
    let reader = JSON.StreamReader { throw Broken() }

    #expect(throws: Broken.self) { try reader.skipValue() }
  }
}
