import TerminalTesting
import Testing

@testable import Terminal

struct PanelTests {
  private func drawn(_ panel: Panel, _ columns: Int, _ rows: Int, isUnicode: Bool = true) -> Frame {
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows), isUnicode: isUnicode)
    frame.fill(frame.region, "x")
    let inside = panel.draw(in: &frame, frame.region)
    frame.write(["inside"], in: inside)
    return frame
  }

  @Test func `The title and the count stand in the border`() {
    #expect(
      drawn(Panel("Rides", detail: "2 of 12"), 30, 4).text == """
        ╭─ Rides ────────── 2 of 12 ─╮
        │inside                      │
        │                            │
        ╰────────────────────────────╯

        """)
  }

  @Test func `Plain characters draw it, too`() {
    #expect(
      drawn(Panel("Rides"), 24, 4, isUnicode: false).lines.prefix(2)
        == ["+- Rides --------------+", "|inside                |"])
  }

  @Test(arguments: [(20, 8), (40, 3)])
  func `There is no border without room`(columns: Int, rows: Int) {
    #expect(drawn(Panel("Rides"), columns, rows).lines.first == "inside")
  }

  @Test func `The focus is a border of the accent`() {
    let color = { (panel: Panel) in drawn(panel, 30, 4)[0, 0].style }

    #expect(color(Panel("Rides", hasFocus: true)) == .accent)
    #expect(color(Panel("Rides")) == .muted)
  }

  @Test func `A preview stands beside a list where there is room`() {
    #expect(ListLayout(Region(columns: 69, rows: 20)).preview == nil)
    let layout = ListLayout(Region(columns: 78, rows: 20))
    #expect(layout.list.columns + (layout.preview?.columns ?? 0) == 78)
  }

  @Test(arguments: [
    (0.0, "░░░░"), (0.5, "██░░"), (0.53, "██▏░"), (1.0, "████"), (-1.0, "░░░░"), (7.0, "████"),
    (Double.nan, "░░░░"),
  ])
  func `A bar is filled in eighths`(fraction: Double, bar: String) {
    #expect(Styled.bar(fraction, columns: 4, isUnicode: true).text == bar)
  }

  @Test func `Bars and badges have plain characters`() {
    #expect(Styled.bar(0.5, columns: 4, isUnicode: false).text == "##..")
    #expect(Styled.badge(3, isUnicode: false).text == "*3")
    #expect(Styled.badge(3, isUnicode: true).text == "●3")
    #expect(Styled.badge(0, isUnicode: true).text == "")
  }

  @Test(arguments: [TerminalBackground.dark, .light])
  func `A chosen row is tinted over its whole width`(background: TerminalBackground) {
    var frame = Frame(size: TerminalSize(columns: 20, rows: 1))
    frame.background = background
    frame.writeSelected("\("Ann", .muted)", in: frame.region)

    #expect(frame.text == "▌ Ann\n")
    #expect((0..<20).allSatisfy { frame[$0, 0].style.background == Style.tint(background) })
    #expect(!frame[2, 0].style.isDim)
  }

  @Test func `A chosen row is reversed on an unknown background`() {
    var frame = Frame(size: TerminalSize(columns: 20, rows: 1), isUnicode: false)
    frame.writeSelected("Ann", in: frame.region)

    #expect(frame.text == "> Ann\n")
    #expect((1..<20).allSatisfy { frame[$0, 0].style == .selected })
  }

  @Test func `A title of the window is cleaned, and sent when it changes`() {
    var frame = Frame(size: TerminalSize(columns: 20, rows: 1))
    let before = frame
    frame.windowTitle = "Koober: 2 min\u{1B}]0;x\u{07}"
    let text = FrameRenderer.text(from: before, to: frame, color: .none)

    #expect(text.hasPrefix("\u{1B}]2;Koober: 2 min"))
    #expect(text.hasSuffix("\u{1B}\\"))
    #expect(text.count { $0 == "\u{1B}" } == 2 && !text.contains("\u{07}"))
    #expect(FrameRenderer.text(from: frame, to: frame, color: .none).isEmpty)
  }
}
