@testable import Terminal
import Testing

struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("Café", 4), ("Cafe\u{301}", 4), ("東京", 4), ("ｶﾅ", 2), ("한국", 4),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("🚗", 2), ("👩\u{200D}👧", 2), ("🇦🇺", 2), ("👍🏽", 2),
    ("❤\u{FE0F}", 2), ("❤", 1), ("Ω", 1), ("…", 1), ("⠿", 1), ("→", 1), ("（", 2), ("\u{0}", 0),
    ("שלום", 4), ("नमस्ते", 4), ("\u{1F469}", 2), ("１", 2),
  ])
  func `The columns of a text are counted`(text: String, width: Int) {
    #expect(text.displayWidth == width)
  }

  @Test(arguments: [
    ("Opera House", 11, "Opera House"), ("Opera House", 6, "Opera…"), ("Opera House", 1, "…"),
    ("Opera House", 0, ""), ("東京都", 5, "東京…"), ("東京都", 4, "東…"), ("東京都", 6, "東京都"),
  ])
  func `A text is shortened to a width`(text: String, columns: Int, short: String) {
    #expect(Styled(text).truncated(to: columns, isUnicode: true).text == short)
  }

  @Test func `Without Unicode three full stops take the place of the ellipsis`() {
    #expect(Styled("Opera House").truncated(to: 8, isUnicode: false).text == "Opera...")
    #expect(Styled("Opera House").truncated(to: 2, isUnicode: false).text == "..")
  }

  @Test(arguments: [
    ("", 10, [""]), ("one two", 10, ["one two"]), ("one two three", 7, ["one two", "  three"]),
    ("abcdefghij kl", 5, ["abcdefghij", "  kl"]), ("東京 都庁", 5, ["東京", "  都庁"]),
  ])
  func `Text is wrapped with a hanging indent`(text: String, width: Int, lines: [String]) {
    #expect(text.wrapped(to: width, hanging: 2) == lines)
  }
}
