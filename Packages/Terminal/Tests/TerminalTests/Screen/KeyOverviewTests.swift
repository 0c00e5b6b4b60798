import BasicsTesting
import TerminalTesting
import Testing

@testable import Terminal

@MainActor
struct KeyOverviewTests {
  /// A screen with many keys, and perhaps a field.
  final class BusyScreen: NavigableScreen {
    let navigator = Navigator()
    let isTyping: Bool
    private(set) var keys: [Key] = []
    var content: ScreenContent { ScreenContent(facts: []) }

    init(isTyping: Bool = false) {
      self.isTyping = isTyping
    }

    func draw(in frame: inout Frame) {
      let hints = (1...20).map { KeyHint("F\($0)", "Action \($0)") }
      _ = Page(title: "Busy", hints: hints, isTyping: isTyping).draw(in: &frame)
      if isTyping { frame.cursor = .init(column: 0, row: 3) }
    }

    func handle(_ key: Key) {
      keys.append(key)
      if key == .escape { navigator.pop(self) }
    }
  }

  private let terminal = ScriptedTerminal(.terminal())

  @Test func `A question mark shows every key, and any key goes back`() async throws {
    let screen = BusyScreen()
    let run = play(screen)
    let first = try await terminal.waitForFrame(containing: "Busy")
    #expect(first.text.contains("? More keys"))
    #expect(!first.text.contains("Action 20"))
    terminal.type("?")
    let keys = try await terminal.waitForFrame(containing: "Action 20")
    #expect(keys.text.contains("Ctrl-C"))
    terminal.type("x")
    try await terminal.waitForFrame(containing: "Busy")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(screen.keys == [.escape])
  }

  @Test(arguments: [(20, 8), (40, 12)])
  func `Keys that have no room are scrolled to, and none is cut`(
    columns: Int, rows: Int
  ) async throws {
    let small = ScriptedTerminal(.terminal(TerminalSize(columns: columns, rows: rows)))
    let screen = BusyScreen()
    let run = Task { try await screen.navigator.run(from: screen, on: small) }
    try await small.waitForFrame(containing: "Busy")
    small.type("?")
    try await small.waitForFrame(containing: "Up/Down Scroll")
    for _ in 0..<40 { small.press(.down) }
    let last = try await small.waitForFrame(containing: "Leave at once")
    #expect(!last.text.contains("…"))
    small.press(.pageUp, .pageUp, .pageUp, .pageUp, .pageUp, .pageUp)
    try await small.waitForFrame { $0.text.contains("Action 1\n") }
    small.type("x")
    try await small.waitForFrame(containing: "Busy")
    small.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(screen.keys == [.escape])
  }

  @Test func `Where text is typed a question mark is text, and F1 shows the keys`() async throws {
    let screen = BusyScreen(isTyping: true)
    let run = play(screen)
    let first = try await terminal.waitForFrame(containing: "Busy")
    #expect(first.text.contains("F1 More keys"))
    terminal.type("?")
    terminal.press(.function(1))
    try await terminal.waitForFrame(containing: "Action 20")
    terminal.press(.enter, .escape)

    #expect(try await run.outcome() == .finished)
    #expect(screen.keys == [.character("?"), .escape])
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 40), (200, 60), (20, 8)])
  func `The key bar says so when it leaves keys out`(columns: Int, rows: Int) {
    var frame = Frame(size: TerminalSize(columns: columns, rows: rows))
    BusyScreen().draw(in: &frame)
    let shown = (1...20).filter {
      frame.text.contains("Action \($0) ") || frame.text.contains("Action \($0)\n")
    }

    #expect(frame.text.contains("? More keys") == (shown.count < 20))
  }

  private func play(_ screen: BusyScreen) -> Task<NavigationEnd, any Error> {
    Task { try await screen.navigator.run(from: screen, on: terminal) }
  }
}
