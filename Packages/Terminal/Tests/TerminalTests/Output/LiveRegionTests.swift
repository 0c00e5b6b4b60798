import Terminal
import TerminalTesting
import Testing

struct LiveRegionTests {
  @Test func `On a terminal newer lines replace older ones`() throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 10, rows: 4)))
    var region = LiveRegion(terminal: terminal)

    try region.draw(["one", "two"])
    try region.draw(["a line that is too long"])

    #expect(region.isRedrawing)
    #expect(terminal.output == "one\ntwo\n\u{1B}[2A\r\u{1B}[Ja line th…\n")
    #expect(terminal.flushedOutput == terminal.output)
  }

  @Test func `Lines that the narrower terminal has broken are cleared with all their rows`() throws
  {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 10)))
    var region = LiveRegion(terminal: terminal)

    try region.draw(["12345678", ""])
    terminal.resize(to: TerminalSize(columns: 4))
    try region.draw(["x"])

    #expect(terminal.output == "12345678\n\n\u{1B}[3A\r\u{1B}[Jx\n")
  }

  @Test func `What was cleared is not cleared again`() throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 10)))
    var region = LiveRegion(terminal: terminal)

    try region.clear()
    try region.draw(["one", "two"])
    try region.clear()
    try region.clear()
    try region.draw(["three"])

    #expect(terminal.output == "one\ntwo\n\u{1B}[2A\r\u{1B}[Jthree\n")
    #expect(terminal.flushedOutput == terminal.output)
  }

  @Test func `Lines that do not fit the screen are cut`() throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 10, rows: 3)))
    var region = LiveRegion(terminal: terminal)

    try region.draw(["1", "2", "3", "4"])

    #expect(terminal.output == "1\n2\n")
  }

  @Test(arguments: [
    TerminalCapabilities.pipe, .terminal(isAccessible: true), .terminal(canMoveCursor: false),
  ])
  func `Elsewhere every line stays`(capabilities: TerminalCapabilities) throws {
    let terminal = ScriptedTerminal(capabilities)
    var region = LiveRegion(terminal: terminal)

    try region.draw(["one"])
    try region.draw(["two"])

    #expect(!region.isRedrawing)
    #expect(terminal.output == "one\ntwo\n")
  }
}
