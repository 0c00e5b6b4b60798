import Basics
import Testing

struct JSONReadingTests {
  @Test(
    arguments: [
      ("null", JSON.null), ("true", true), ("false", false), (" \t\r\n1 ", 1), ("-0.5", -0.5),
      ("1e3", 1000), ("1E-2", 0.01),
      ("12345678901234567890", .number(.largeInteger(12_345_678_901_234_567_890))),
      ("\"\"", ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9""#, "\u{E9}"),
      (#""\ud83d\ude00""#, "😀"), ("[]", []), ("[1,[2]]", [1, JSON.array([2])]), ("{}", [:]),
      (#"{"a":{"b":null}}"#, ["a": JSON.object(["b": .null])]), ("\u{FEFF}true", true),
    ] as [(String, JSON)])
  func `Every kind of value is read`(text: String, value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
  }

  @Test(arguments: [
    ("", 1, 1), ("nul", 1, 1), ("{", 1, 2), ("[1,]", 1, 4), ("[1 2]", 1, 4), (#"{"a" 1}"#, 1, 6),
    (#"{a:1}"#, 1, 2), (#"{"a":1,}"#, 1, 8), ("01", 1, 1), ("1.", 1, 3), ("-", 1, 2), ("1e", 1, 3),
    ("+1", 1, 1), (".5", 1, 1), ("NaN", 1, 1), ("1e999", 1, 1), ("true false", 1, 6),
    ("\"é\u{1}\"", 1, 3), (#""\x""#, 1, 2), (#""\u12g4""#, 1, 2), (#""\ud800""#, 1, 8),
    (#""\ud800A""#, 1, 8), (#""\udc00""#, 1, 8), ("\"open", 1, 6), ("[\n  1,\n  x]", 3, 3),
  ])
  func `What is not JSON is refused with its place`(text: String, line: Int, column: Int) {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `An error names the bytes before it`() {
    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: "[\"é\",\n x]") }

    #expect(error?.description == "line 2, column 2: expected a value")
    #expect(error?.offset == 8)
  }

  @Test func `A text that is not UTF-8 is refused`() {
    let bytes: [UInt8] = [0x22, 0xC3, 0x28, 0x22]

    let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: bytes) }

    #expect(error?.description == "line 1, column 2: the text is not valid UTF-8")
  }

  @Test func `The last of several equal names wins and keeps its first place`() throws {
    let object = try #require(try JSON(parsing: #"{"a":1,"b":2,"a":3}"#).object)

    #expect(object.names == ["a", "b"])
    #expect(object["a"] == 3)
  }

  @Test(arguments: [("[", "]"), ("{\"a\":", "}")], [1, 128, 256, 512])
  func `As many levels are read as the options allow, and no more`(
    brackets: (open: String, close: String), limit: Int
  ) {
    let options = JSON.ReadingOptions(maximumDepth: limit)
    func isRead(depth: Int) -> Bool {
      let text =
        String(repeating: brackets.open, count: depth) + "1"
        + String(repeating: brackets.close, count: depth)
      return (try? JSON(parsing: text, options: options)) != nil
    }

    #expect(isRead(depth: limit - 1))
    #expect(isRead(depth: limit))
    #expect(!isRead(depth: limit + 1))
  }

  @Test(arguments: [511, 512, 513, 514], ["[", "{\"a\":"])
  func `Brackets that are never closed are refused, whatever their number`(
    count: Int, bracket: String
  ) {
    let text = String(repeating: bracket, count: count)

    for end in ["", "["] {
      let error = #expect(throws: JSON.ParseError.self) { try JSON(parsing: text + end) }
      #expect(error?.problem == "nested more than 256 levels deep")
      #expect(throws: JSON.ParseError.self) {
        try JSON(parsing: text + end, options: JSON.ReadingOptions(maximumDepth: 1024))
      }
    }
  }

  @Test func `As many bytes are read as the options allow, and no more`() throws {
    let options = JSON.ReadingOptions(maximumByteCount: 4)

    #expect(try JSON(parsing: "123", options: options) == 123)
    #expect(try JSON(parsing: "1234", options: options) == 1234)
    let error = #expect(throws: JSON.ParseError.self) {
      try JSON(parsing: "12345", options: options)
    }
    #expect(error?.offset == 4)
    #expect(error?.problem == "the document is longer than 4 bytes")
  }

  @Test func `An object with two members of one name is refused when asked`() {
    let options = JSON.ReadingOptions(rejectsDuplicateNames: true)

    let error = #expect(throws: JSON.ParseError.self) {
      try JSON(parsing: #"{"a":1,"a":2}"#, options: options)
    }
    #expect(error?.column == 8)
    #expect(throws: Never.self) { try JSON(parsing: #"{"a":1,"b":2}"#, options: options) }
  }

  @Test(arguments: [
    ("9223372036854775807", JSON.Number.integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .largeInteger(1 << 63)), ("18446744073709551615", .largeInteger(.max)),
    ("9007199254740993", .integer(9_007_199_254_740_993)), ("0", .integer(0)),
  ])
  func `An integer of up to 64 bits is exact`(text: String, number: JSON.Number) throws {
    #expect(try JSON(parsing: text) == .number(number))
    #expect(try JSON(parsing: text).serialized() == text)
  }

  @Test(arguments: [
    "18446744073709551616", "-9223372036854775809", "0.1", "123.456e-7", "4.9e-324",
    "1.7976931348623157e308", "9007199254740993.0", "1e22", "1e23",
    "123456789012345678901234567890",
    "2.2250738585072011e-308", "0.30000000000000004", "-0.0", "-0", "1e-400",
    "0e999999999999999999",
  ])
  func `Any other number is the nearest double`(text: String) throws {
    #expect(try JSON(parsing: text).double?.bitPattern == Double(text)?.bitPattern)
  }

  @Test(arguments: [
    "[", "]", "[1", "[,1]", "[1,,2]", "[1,]x", "{,}", "{\"a\":}", "{\"a\",1}", "{\"a\":1 \"b\":2}",
    "'a'",
    "{1:1}", "[1}", "{\"a\":1]", "tru", "True", "nulll", "[NaN]", "Infinity", "-Infinity", "0x1",
    "1.e1", "1e+", "--1", "- 1", "1 2", "/**/1", "\"\t\"", "\"\u{0}\"", "\"\\u00\"",
    "\"\\ud834\\\"",
    "\"\\a\"", "\u{2060}[]", "\u{FEFF}", "\u{FEFF}\u{FEFF}1", "[1]\u{0}", "\u{C}1", "\u{A0}1",
  ])
  func `What the grammar does not have is refused`(text: String) {
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: text) }
  }

  @Test(
    arguments: [
      [0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22], [0x22, 0xE2, 0x82, 0x22], [0xFF, 0xFE, 0x31, 0x00],
      [0x5C], [0x22, 0x5C], [0x22, 0x5C, 0x75], [0x22, 0x5C, 0x75, 0x30, 0x30, 0xC3, 0xA9, 0x22],
    ] as [[UInt8]])
  func `Bytes that are no UTF-8, or end too early, are refused`(bytes: [UInt8]) {
    #expect(throws: JSON.ParseError.self) { try JSON(parsing: bytes) }
  }

  @Test(arguments: ["[", "{\"a\":", "[[],"])
  func `A million open brackets are refused`(opening: String) {
    let hostile = String(repeating: opening, count: 1_000_000)

    #expect(throws: JSON.ParseError.self) { try JSON(parsing: hostile) }
  }

  @Test func `A number of a million digits is too large, and one of them after the point is not`()
    throws
  {
    let digits = String(repeating: "9", count: 1_000_000)

    #expect(throws: JSON.ParseError.self) { try JSON(parsing: digits) }
    #expect(try JSON(parsing: "0." + digits) == 1)
  }

  @Test func `The line of each value is known`() throws {
    let document = """
      {
        "a": [
          1, "x\\"]",
          { "b": null }
        ], "c": {}
      }
      """

    let lines = try JSON.Lines(of: Array(document.utf8))

    let pointers = ["", "/a", "/a/0", "/a/1", "/a/2", "/a/2/b", "/c", "/c/d"]
    #expect(pointers.map(lines.line) == [1, 2, 3, 3, 4, 4, 5, 5])
    #expect(throws: JSON.ParseError.self) { try JSON.Lines(of: Array("[1".utf8)) }
  }
}
