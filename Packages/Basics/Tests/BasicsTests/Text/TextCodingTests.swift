import Basics
import Testing

struct TextCodingTests {
  @Test(arguments: [([], ""), ([0, 15, 16, 255], "000f10ff")] as [([UInt8], String)])
  func `Bytes are two digits each`(bytes: [UInt8], digits: String) {
    #expect(Hexadecimal.encode(bytes) == digits)
    #expect(Hexadecimal.decode(digits.utf8) == bytes)
    #expect(Hexadecimal.decode(digits.uppercased().utf8) == bytes)
  }

  @Test(arguments: ["0", "0g", "/0", "@@", "é", "00 "])
  func `What is not hexadecimal is refused`(digits: String) {
    #expect(Hexadecimal.decode(digits.utf8) == nil)
  }

  @Test(arguments: [
    ("", ""), ("a-Z_0.~", "a-Z_0.~"), ("a b/c?d=%", "a%20b%2Fc%3Fd%3D%25"),
    ("é😀", "%C3%A9%F0%9F%98%80"),
    ("+&\u{0}", "%2B%26%00"),
  ])
  func `A text is percent-encoded and decoded`(text: String, encoded: String) throws {
    #expect(PercentCoding.encode(text) == encoded)
    #expect(try PercentCoding.decode(encoded.utf8) == text)
    #expect(try PercentCoding.decode(encoded.lowercased().utf8) == text.lowercased())
  }

  @Test func `A plus sign is a space where forms are read`() throws {
    #expect(try PercentCoding.decode("a+b%2B".utf8) == "a+b+")
    #expect(try PercentCoding.decode("a+b%2B".utf8, plusIsSpace: true) == "a b+")
  }

  @Test(
    arguments: [
      ("%", .brokenEscape), ("%4", .brokenEscape), ("%zz", .brokenEscape), ("%é", .brokenEscape),
      ("%+1", .brokenEscape), ("%ff", .notUTF8), ("%C0%AF", .notUTF8),
    ] as [(String, PercentCoding.DecodingError)])
  func `What cannot be decoded is told`(encoded: String, error: PercentCoding.DecodingError) {
    #expect(throws: error) { try PercentCoding.decode(encoded.utf8) }
  }

  @Test(arguments: [("", ""), ("  ", ""), (" a b ", "a b"), ("a", "a"), ("  a", "a"), ("a  ", "a")])
  func `Blanks at both ends are left out`(text: String, trimmed: String) {
    #expect(text.trimming { $0 == " " } == trimmed)
    #expect(Array(text.utf8.trimming { $0 == 32 }) == Array(trimmed.utf8))
  }
}
