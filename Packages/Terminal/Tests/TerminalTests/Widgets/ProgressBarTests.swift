import Terminal
import Testing

struct ProgressBarTests {
  @Test(arguments: [
    (0.0, "░░░░", "[....]"), (0.5, "██░░", "[##..]"), (1, "████", "[####]"),
    (0.40625, "█▋░░", "[##..]"), (-1, "░░░░", "[....]"), (7, "████", "[####]"),
    (.nan, "░░░░", "[....]"), (.infinity, "████", "[####]"),
  ])
  func `The bar fills from left to right`(fraction: Double, bar: String, plain: String) {
    #expect(ProgressBar(fraction).line(columns: 4, isUnicode: true).text == bar)
    #expect(ProgressBar(fraction).line(columns: 6, isUnicode: false).text == plain)
  }

  @Test(arguments: [-1, 0, 1, 2])
  func `The bar never takes more than its columns`(columns: Int) {
    for isUnicode in [true, false] {
      let line = ProgressBar(0.7).line(columns: columns, isUnicode: isUnicode)
      #expect(line.displayWidth == max(0, columns))
    }
  }

  @Test func `The spinner turns`() {
    var spinner = Spinner()
    var pictures = ""
    for _ in 0..<5 {
      pictures += spinner.line(isUnicode: false).text
      spinner.advance()
    }

    #expect(pictures == "|/-\\|")
  }
}
