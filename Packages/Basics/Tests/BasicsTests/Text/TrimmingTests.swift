import Basics
import Testing

struct TrimmingTests {
  @Test(arguments: [("", ""), (" \t", ""), (" a b\n", "a b"), ("a", "a"), ("\u{A0}ä ", "ä")])
  func `White space at the ends is removed`(text: String, expected: String) {
    #expect(text.trimmingBlanks == expected)
  }
}
