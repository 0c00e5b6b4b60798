@testable import Terminal
import Testing

struct SpinnerTests {
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
