import Terminal
import TerminalTesting
import Testing

struct PageTests {
  private let page = Page(
    title: "Koober", status: "Johnny", notices: ["The cloud did not answer. Try again."],
    hints: [KeyHint("Enter", "Confirm"), KeyHint("Esc", "Back"), KeyHint("Ctrl-P", "Profile")])

  @Test func `A large page has everything`() {
    #expect(
      drawn(40, 14) == """
         Koober                          Johnny
         ──────────────────────────────────────
         content
        \(String(repeating: "\n", count: 8)) The cloud did not answer. Try again.
         Enter Confirm   Esc Back
         Ctrl-P Profile   ? Keys

        """)
  }

  @Test func `A small page leaves out the line, and what does not fit`() {
    #expect(
      drawn(19, 8) == """
        Koober       Johnny
        content


        The cloud did not
        answer. Try again.
        Enter Confirm
        ? More keys

        """)
  }

  @Test func `What is new comes before the other keys where there is one row`() {
    var frame = Frame(size: TerminalSize(columns: 60, rows: 8))
    let hints = (1...9).map { KeyAction(.function($0), "Action \($0)") {}.hint }
    let news = KeyAction(.character("i"), "Inbox", news: 2) {}.hint
    _ = Page(title: "Koober", hints: hints + [news]).draw(in: &frame)

    #expect(frame.lines.last?.hasPrefix(" F1 Action 1   F2 Action 2   i Inbox 2") == true)
  }

  @Test func `A tiny page is its content`() {
    #expect(drawn(9, 3) == "content\n\nThe cloud\n")
    #expect(drawn(9, 1) == "content\n")
  }

  @Test func `Yes and no are seen on a small screen above the status line`() {
    var frame = Frame(size: TerminalSize(columns: 20, rows: 7))
    let hints = [KeyHint("y", "Yes, cancel it"), KeyHint("n", "No")]
    _ = Page(title: "Koober", notices: ["Cancel this ride?"], hints: hints).draw(in: &frame)

    #expect(frame.lines.suffix(3) == [" Cancel this ride?", " y Yes, cancel it", " n No   ? Keys"])
  }

  @Test func `A status that does not fit beside the title is left out`() {
    var frame = Frame(size: TerminalSize(columns: 12, rows: 6))
    _ = page.draw(in: &frame)

    #expect(frame.lines[0] == "Koober")
  }

  private func drawn(_ columns: Int, _ rows: Int) -> String {
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows))
    let content = page.draw(in: &frame)
    frame.write(["content"], in: content)
    return frame.text
  }
}
