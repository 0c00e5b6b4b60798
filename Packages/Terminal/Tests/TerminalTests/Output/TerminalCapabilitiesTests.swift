@testable import Terminal
import Testing

struct TerminalCapabilitiesTests {
  private static let xterm = ["TERM": "xterm", "LANG": "en_US.UTF-8"]

  @Test(arguments: [
    (ColorChoice.auto, [:], true, ColorLevel.sixteen),
    (.auto, [:], false, .none),
    (.auto, ["TERM": "xterm-256color"], true, .palette),
    (.auto, ["TERM": "xterm-direct"], true, .full),
    (.auto, ["COLORTERM": "truecolor"], true, .full),
    (.auto, ["TERM": "dumb"], true, .none),
    (.auto, ["TERM": ""], true, .none),
    (.auto, ["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, .none),
    (.auto, ["NO_COLOR": ""], true, .sixteen),
    (.auto, ["CLICOLOR_FORCE": "1"], false, .sixteen),
    (.auto, ["CLICOLOR_FORCE": "0"], false, .none),
    (.auto, ["CLICOLOR_FORCE": "1", "TERM": "dumb"], false, .sixteen),
    (.always, ["NO_COLOR": "1"], false, .sixteen),
    (.always, ["TERM": "dumb"], false, .sixteen),
    (.always, ["COLORTERM": "24bit"], false, .full),
    (.never, ["CLICOLOR_FORCE": "1"], true, .none),
  ])
  func `The first source that says something decides about color`(
    choice: ColorChoice, variables: [String: String], isTerminal: Bool, level: ColorLevel
  ) {
    let capabilities = detect(variables, color: choice, isTerminal: isTerminal)

    #expect(capabilities.outputColor == level)
    #expect(capabilities.errorColor == level)
  }

  @Test(arguments: [
    (["LC_ALL": "C"], false), (["LC_ALL": "C.UTF-8"], true), (["LC_CTYPE": "POSIX"], false),
    (["LC_ALL": "", "LC_CTYPE": "de_DE.utf8@euro"], true), (["LANG": ""], false), ([:], true),
    (["LC_CTYPE": "en_AU.ISO-8859-1"], false),
  ])
  func `The first locale variable that is set decides about Unicode`(
    variables: [String: String], isUnicode: Bool
  ) {
    #expect(detect(variables).isUnicode == isUnicode)
  }

  @Test(arguments: [
    (["TERM_PROGRAM": "WezTerm"], NotificationProtocol.osc9), (["TERM": "xterm-kitty"], .osc9),
    (["TERM": "foot"], .osc777), (["VTE_VERSION": "7600"], .osc777), ([:], .bell),
    (["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"], .bell),
  ])
  func `The terminal decides about notifications`(
    variables: [String: String], notifications: NotificationProtocol
  ) {
    #expect(detect(variables).notifications == notifications)
  }

  @Test(arguments: [
    (["COLUMNS": "132", "LINES": "50"], TerminalSize(columns: 132, rows: 50)),
    (["COLUMNS": "0", "LINES": "x"], TerminalSize(columns: 80, rows: 24)),
    (["COLUMNS": "99999999999999999999"], TerminalSize(columns: 80, rows: 24)),
    (["COLUMNS": "99999999999"], TerminalSize(columns: 10_000, rows: 24)),
    ([:], TerminalSize(columns: 80, rows: 24)),
  ])
  func `Without a terminal the environment decides about the size`(
    variables: [String: String], size: TerminalSize
  ) {
    #expect(detect(variables).size == size)
  }

  @Test(arguments: [("1", true), ("yes", true), ("0", false), ("", false)])
  func `The program's own variable asks for plain lines`(value: String, isAccessible: Bool) {
    let capabilities = detect(["KOOBER_ACCESSIBLE": value])

    #expect(capabilities.isAccessible == isAccessible)
    #expect(capabilities.canRedraw == !isAccessible)
  }

  @Test(arguments: [
    (["ACCESSIBLE": "1"], true), (["ACCESSIBLE": "0"], false),
    (["ACCESSIBLE": "1", "KOOBER_ACCESSIBLE": "0"], false),
  ])
  func `The variable of all programs asks for them, too`(
    variables: [String: String], isAccessible: Bool
  ) {
    #expect(detect(variables).isAccessible == isAccessible)
  }

  @Test(arguments: [("true", false), ("1", false), ("false", true), ("0", true), ("", true)])
  func `In an automatic run nothing is asked`(value: String, canPrompt: Bool) {
    #expect(detect(["CI": value]).canPrompt == canPrompt)
  }

  @Test func `A dumb terminal has no cursor to move`() {
    #expect(!detect(["TERM": "dumb"]).canRedraw)
    #expect(detect([:]).canRedraw)
    #expect(!detect([:], isTerminal: false).canRedraw)
  }

  private func detect(
    _ variables: [String: String], color: ColorChoice = .auto, isTerminal: Bool = true
  ) -> TerminalCapabilities {
    TerminalCapabilities.detect(
      environment: Self.xterm.merging(variables) { $1 }, color: color,
      accessibleVariable: "KOOBER_ACCESSIBLE", inputIsTerminal: isTerminal,
      outputIsTerminal: isTerminal, errorIsTerminal: isTerminal)
  }
}
