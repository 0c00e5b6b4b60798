import Testing

@testable import Terminal

struct FrameRendererTests {
  private let size = TerminalSize(columns: 20, rows: 4)

  @Test func `Only what changed is written`() {
    var old = Frame(size: size)
    old.write("pick-up in 3 min", column: 0, row: 1)
    var new = old
    new.write("2", column: 11, row: 1)

    #expect(FrameRenderer.text(from: old, to: new, color: .none) == "\u{1B}[2;12H2")
    #expect(FrameRenderer.text(from: new, to: new, color: .none).isEmpty)
  }

  @Test func `A short part that is the same is written rather than jumped over`() {
    var new = Frame(size: size)
    new.write("a bc", column: 0, row: 0)

    #expect(
      FrameRenderer.text(from: Frame(size: size), to: new, color: .none) == "\u{1B}[1;1Ha bc")
  }

  @Test func `The cursor is hidden while cells are written and shown where it belongs`() {
    var old = Frame(size: size)
    old.cursor = .init(column: 0, row: 0)
    var new = old
    new.write("x", column: 5, row: 2)
    new.cursor = .init(column: 6, row: 2)

    #expect(
      FrameRenderer.text(from: old, to: new, color: .none) == "\u{1B}[?25l\u{1B}[3;6Hx\u{1B}[?25h")
    new.cursor = nil
    #expect(FrameRenderer.text(from: old, to: old, color: .none).isEmpty)
  }

  @Test func `A right-to-left word is closed, so that it moves nothing beside it`() {
    var new = Frame(size: size)
    new.write("שלום 12", column: 0, row: 0)

    #expect(
      FrameRenderer.text(from: Frame(size: size), to: new, color: .none)
        == "\u{1B}[1;1Hשלום\u{200E} 12")
  }

  @Test func `Any frame turns into any other`() throws {
    var random = SystemRandomNumberGenerator()
    var emulator = ScreenEmulator(size: size)
    var shown: Frame?
    for _ in 0..<300 {
      let next = Self.randomFrame(from: shown ?? Frame(size: size), using: &random)

      try emulator.write(FrameRenderer.text(from: shown, to: next, color: .sixteen))

      #expect(emulator.picture == next)
      shown = next
    }
  }

  private static func randomFrame(
    from frame: Frame, using random: inout some RandomNumberGenerator
  ) -> Frame {
    var frame = frame
    let texts = ["x", "Opera House", "東京", "👩\u{200D}👧", "e\u{301}", "שלום", "       ", "-"]
    let styles = [Style.plain, .error, .selected, .muted, Style(foreground: .theme(4))]
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      frame.write(
        Styled(
          texts.randomElement(using: &random) ?? "", styles.randomElement(using: &random) ?? .plain),
        column: Int.random(in: 0..<20, using: &random), row: Int.random(in: 0..<4, using: &random))
    }
    frame.cursor =
      Bool.random(using: &random)
      ? .init(column: Int.random(in: 0..<20, using: &random), row: 1) : nil
    return frame
  }
}
