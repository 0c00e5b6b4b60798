import Testing

@testable import MonoCore

struct JSONParserTests {
  @Test(
    arguments: [
      (
        #"{"a": [1, -2.5e3, true, null, "x"]}"#,
        ["a": [1, .number(-2500), true, .null, "x"]] as JSONValue
      ),
      (#" "\u00e9\n\"\\\/\ud83d\ude00" "#, "é\n\"\\/😀"),
      ("[]", []), ("{}", [:]), ("0", 0), (#"{"a":{"b":{}}}"#, ["a": ["b": [:]]]),
    ] as [(String, JSONValue)])
  func `A document is read`(text: String, expected: JSONValue) throws {
    #expect(try JSONParser.parse(Array(text.utf8)) == expected)
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\" 1}", "{\"a\":1,}", "nul", "tru", "+1", ".5", "1e999", "--1", "\"\n\"",
    "\"\\x\"", "\"\\u12\"", "\"", "[1] 2", "{\"a\":1,\"a\":2}", "{a:1}", "'a'", "[1 2]",
    String(repeating: "[", count: 100_000),
  ])
  func `What is no JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONParser.parse(Array(text.utf8)) }
  }

  @Test func `A string that is not UTF-8 is refused`() {
    #expect(throws: JSONError.self) { try JSONParser.parse([0x22, 0xFF, 0x22]) }
  }

  @Test func `The line of the problem is named`() {
    #expect(throws: JSONError(line: 3, problem: "expected a value")) {
      try JSONParser.parse(Array("{\n\"a\":\n x}".utf8))
    }
  }

  @Test func `What is written is read again, also with random damage nothing traps`() throws {
    let value: JSONValue = [
      "b": ["\u{1}\t\"\\é😀", 1, .number(0.1), .null, true], "a": [:], "c": [],
    ]
    #expect(try JSONParser.parse(Array(value.pretty.utf8)) == value)
    #expect(try JSONParser.parse(Array(value.compact.utf8)) == value)
    var numbers = SeededNumbers(seed: 1)
    var bytes = Array(value.pretty.utf8)
    for _ in 0..<2_000 {
      bytes[Int.random(in: bytes.indices, using: &numbers)] = UInt8.random(
        in: 0...255, using: &numbers)
      if let damaged = try? JSONParser.parse(bytes) {
        #expect(try JSONParser.parse(Array(damaged.compact.utf8)) == damaged)
      }
    }
  }
}
