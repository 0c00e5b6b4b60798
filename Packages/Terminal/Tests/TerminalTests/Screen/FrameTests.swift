@testable import Terminal
import TerminalTesting
import Testing

struct FrameTests {
  @Test func `Text is written where it belongs and cut off at the edge`() {
    var frame = Frame(size: TerminalSize(columns: 8, rows: 3))

    frame.write("one", column: 1, row: 0)
    frame.write("two and more", column: 2, row: 1)
    frame.write("東京東京", column: 0, row: 2, columns: 5)
    frame.write("outside", column: 0, row: 3)
    frame.write("outside", column: 9, row: 0)

    #expect(frame.text == " one\n  two a…\n東京…\n")
  }

  @Test func `A wide character that is cut in half disappears`() {
    var frame = Frame(size: TerminalSize(columns: 6, rows: 1))
    frame.write("東京東", column: 0, row: 0)

    frame.put("x", column: 1, row: 0)
    frame.put("y", column: 2, row: 0)
    frame.put("京", column: 5, row: 0)

    #expect(frame.lines == [" xy 東"])
    #expect(frame[3, 0] == Cell(character: " "))
  }

  @Test func `A wide character over two others removes both`() {
    var frame = Frame(size: TerminalSize(columns: 6, rows: 1))
    frame.write("東京", column: 0, row: 0)

    frame.put("都", column: 1, row: 0)

    #expect(frame.lines == [" 都"])
  }

  @Test func `Control characters are not drawn`() {
    var frame = Frame(size: TerminalSize(columns: 6, rows: 1))

    frame.write("a\n\u{1B}[b\u{202E}", column: 0, row: 0)

    #expect(frame.lines == ["a[b"])
  }

  @Test(arguments: [0, 1, 2, 3])
  func `Every drawing fits the tiniest frame`(size: Int) {
    var frame = Frame(size: TerminalSize(columns: size, rows: size))
    frame.write(["東", "京"], in: frame.region.inset())
    frame.fill(Region(column: -1, row: -1, columns: 9, rows: 9), "東")

    #expect(frame.lines.allSatisfy { $0.displayWidth <= max(1, size) })
  }
}
