import Terminal
import Testing

struct StyledTests {
  @Test func `A value from elsewhere is cleaned, a literal is not`() {
    let name = "Ann\u{1B}[2J\nStone"
    let line: Styled = "Shared with \(name, .accent).\n"

    #expect(line.text == "Shared with Ann Stone.\n")
    #expect(Styled(name).text == "Ann Stone")
  }

  @Test(arguments: [
    (ColorLevel.none, "no color"),
    (.sixteen, "\u{1B}[1;31mno\u{1B}[0m color"),
    (.palette, "\u{1B}[1;31mno\u{1B}[0m color"),
    (.full, "\u{1B}[1;31mno\u{1B}[0m color"),
  ])
  func `A style is rendered for the terminal's colors`(level: ColorLevel, text: String) {
    let line: Styled = "\("no", .error) color"

    #expect(line.rendered(level) == text)
  }

  @Test(arguments: [
    (ColorLevel.sixteen, "\u{1B}[91mx\u{1B}[0m"), (.palette, "\u{1B}[38;5;209mx\u{1B}[0m"),
    (.full, "\u{1B}[38;2;250;128;114mx\u{1B}[0m"),
  ])
  func `A fixed color is brought down to what the terminal shows`(
    level: ColorLevel, text: String
  ) {
    let style = Style(foreground: .rgb(250, 128, 114, theme: 9))

    #expect(Styled("x", style).rendered(level) == text)
  }

  @Test func `An error is a line, and a line for what to do next`() {
    #expect(
      [Styled].error("It is broken.", hint: "Mend it.") == [
        Styled("It is broken.", .error), "Mend it.",
      ])
    #expect([Styled].error("It is broken.", hint: "") == [Styled("It is broken.", .error)])
  }

  @Test func `Shortening keeps the styles of what is left`() {
    let line: Styled = "\("Opera", .accent) House"

    #expect(line.truncated(to: 4, isUnicode: true) == "\("Ope", .accent)\("…", .accent)")
    #expect(line.truncated(to: 8, isUnicode: true).text == "Opera H…")
    #expect(line.truncated(to: 5, isUnicode: true).text == "Oper…")
    #expect(line.truncated(to: 11, isUnicode: true) == line)
    #expect(line.truncated(to: 2, isUnicode: false).text == "..")
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]), ("one two three", 8, ["one two", "three"]),
    ("one two three", 5, ["one", "two", "three"]), ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("東京 都", 2, ["東", "京", "都"]), ("", 5, [""]), ("東", 1, ["東"]),
  ])
  func `A line is wrapped at spaces`(text: String, width: Int, lines: [String]) {
    #expect(Styled(text).wrapped(to: width).map(\.text) == lines)
  }
}
