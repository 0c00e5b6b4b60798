import FeatureFlags
import Testing

struct JSONParserTests {
  @Test(
    arguments: [
      ("null", JSONValue.null), ("true", true), ("false", false), (" \t\r\n1 ", 1), ("-0.5", -0.5),
      ("1e3", 1000), ("1E-2", 0.01), ("12345678901234567890", 12_345_678_901_234_567_890.0),
      ("\"\"", ""), (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"), (#""\u00e9""#, "\u{E9}"),
      (#""\ud83d\ude00""#, "😀"), ("[]", []), ("[1,[2]]", [1, JSONValue.array([2])]), ("{}", [:]),
      (#"{"a":{"b":null}}"#, ["a": JSONValue.object(["b": .null])]), ("\u{FEFF}true", true),
    ] as [(String, JSONValue)])
  func `Every kind of value is read`(text: String, value: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test(arguments: [
    ("", 1, 1), ("nul", 1, 1), ("{", 1, 2), ("[1,]", 1, 4), ("[1 2]", 1, 4), (#"{"a" 1}"#, 1, 6),
    (#"{a:1}"#, 1, 2), (#"{"a":1,}"#, 1, 8), ("01", 1, 1), ("1.", 1, 3), ("-", 1, 2), ("1e", 1, 3),
    ("+1", 1, 1), (".5", 1, 1), ("NaN", 1, 1), ("1e999", 1, 1), ("true false", 1, 6),
    ("\"é\u{1}\"", 1, 3), (#""\x""#, 1, 2), (#""\u12g4""#, 1, 2), (#""\ud800""#, 1, 8),
    (#""\ud800A""#, 1, 8), (#""\udc00""#, 1, 8), ("\"open", 1, 6), ("[\n  1,\n  x]", 3, 3),
  ])
  func `What is not JSON is refused with its place`(text: String, line: Int, column: Int) {
    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: text) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `A text that is not UTF-8 is refused`() {
    let bytes: [UInt8] = [0x22, 0xC3, 0x28, 0x22]

    let error = #expect(throws: JSONParseError.self) { try JSONValue(parsing: bytes) }

    #expect(error?.description == "line 1, column 2: the text is not valid UTF-8")
  }

  @Test func `The last of several equal names wins and keeps its first place`() throws {
    let object = try #require(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#).object)

    #expect(object.names == ["a", "b"])
    #expect(object["a"] == 3)
  }

  @Test func `Two hundred and fifty-six levels are read, one more is refused`() throws {
    let deep = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)

    #expect(throws: Never.self) { try JSONValue(parsing: deep) }
    #expect(throws: JSONParseError.self) { try JSONValue(parsing: "[" + deep + "]") }
  }

  @Test(arguments: ["[", "{\"a\":", "[[],"])
  func `A million open brackets are refused`(opening: String) {
    let hostile = String(repeating: opening, count: 1_000_000)

    #expect(throws: JSONParseError.self) { try JSONValue(parsing: hostile) }
  }

  @Test func `A number of a million digits is too large, and one of them after the point is not`()
    throws
  {
    let digits = String(repeating: "9", count: 1_000_000)

    #expect(throws: JSONParseError.self) { try JSONValue(parsing: digits) }
    #expect(try JSONValue(parsing: "0." + digits) == 1)
  }
}
