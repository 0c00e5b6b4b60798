@testable import Terminal
import Testing

struct TextWrapTests {
  @Test(arguments: [
    ("", 10, [""]), ("one two", 10, ["one two"]), ("one two three", 7, ["one two", "  three"]),
    ("abcdefghij kl", 5, ["abcdefghij", "  kl"]), ("東京 都庁", 5, ["東京", "  都庁"]),
  ])
  func `Text is wrapped with a hanging indent`(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width, hanging: 2) == lines)
  }
}
