import FeatureFlags
import Testing

struct JSONWriterTests {
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
    #expect(JSONValue.number(number).serialized == text)
  }

  @Test func `Control characters, quotes and backslashes are escaped`() {
    let text = JSONValue.string("a\"b\\c\u{1}\u{8}\u{9}\u{A}\u{C}\u{D}\u{1F}\u{7F}é")

    #expect(text.serialized == #""a\"b\\c\u0001\b\t\n\f\r\u001f\u007fé""#)
  }

  @Test(arguments: [
    #"{"b":[1,2.5,{"c":null}],"a":"x","d":{},"e":[],"f":true,"g":false}"#, "[]", "\"\"",
  ])
  func `What was read is written again, members in their order`(text: String) throws {
    #expect(try JSONValue(parsing: text).serialized == text)
  }
}
