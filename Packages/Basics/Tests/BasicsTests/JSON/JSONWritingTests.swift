import Basics
import Testing

struct JSONWritingTests {
  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"),
    (1e20, "100000000000000000000"),
    (1e21, "1e+21"), (1.5e300, "1.5e+300"), (1e-6, "0.000001"), (1e-7, "1e-7"),
    (1.25e-9, "1.25e-9"), (123_456.789, "123456.789"), (.leastNonzeroMagnitude, "5e-324"),
    (123_456_789_012_345_683_968, "123456789012345680000"),
    (9_007_199_254_740_992, "9007199254740992"),
    (0.000123, "0.000123"), (-1e-7, "-1e-7"), (.nan, "null"), (.infinity, "null"),
  ])
  func `Numbers are written as JavaScript writes them`(number: Double, text: String) {
    #expect(JSON.number(number).serialized() == text)
  }

  @Test func `Control characters, quotes and backslashes are escaped`() {
    let text = JSON.string("a\"b\\c\u{1}\u{8}\u{9}\u{A}\u{C}\u{D}\u{1F}\u{7F}é")

    #expect(text.serialized() == #""a\"b\\c\u0001\b\t\n\f\r\u001f\u007fé""#)
  }

  @Test(arguments: [
    #"{"b":[1,2.5,{"c":null}],"a":"x","d":{},"e":[],"f":true,"g":false}"#, "[]", "\"\"",
  ])
  func `What was read is written again, members in their order`(text: String) throws {
    #expect(try JSON(parsing: text).serialized() == text)
  }

  @Test(arguments: [0x80, 0x9B, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x202E, 0x2066, 0x2069])
  func `What a terminal could obey is escaped, and read again`(code: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(code))
    let text = JSON.string("a\(scalar)b")
    let digits = String(code, radix: 16)

    let written = text.serialized()

    #expect(written == "\"a\\u" + String(repeating: "0", count: 4 - digits.count) + digits + "b\"")
    #expect(try JSON(parsing: written) == text)
  }

  @Test func `Characters beside those are written as they are`() {
    let text = "\u{A0}é\u{61B}\u{61D}\u{200D}\u{2010}\u{2027}\u{202F}\u{2065}\u{206A}€😀"

    #expect(JSON.string(text).serialized() == "\"\(text)\"")
  }

  @Test func `Members are sorted by the code units of their names`() {
    let value: JSON = [
      "b": 1, "a": 2, "": 3, "aaaaaaaab": 4, "aaaaaaaaa": 5, "aaaaaaaa": 6, "é": 7, "Z": 8,
    ]

    #expect(
      value.serialized(.sortedKeys)
        == #"{"":3,"Z":8,"a":2,"aaaaaaaa":6,"aaaaaaaaa":5,"aaaaaaaab":4,"b":1,"é":7}"#)
  }

  @Test func `Pretty means one member or element a line`() {
    let value: JSON = ["b": [1, JSON.array([])], "a": [:]]

    #expect(
      value.serialized([.pretty, .sortedKeys])
        == "{\n  \"a\": {},\n  \"b\": [\n    1,\n    []\n  ]\n}")
  }

  @Test func `A text of a megabyte is written as a whole`() throws {
    let text = String(repeating: "x\n€", count: 200_000)

    #expect(try JSON(parsing: JSON.string(text).serialized()) == .string(text))
  }
}
