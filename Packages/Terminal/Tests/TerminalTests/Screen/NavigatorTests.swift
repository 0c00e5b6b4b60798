import TerminalTesting
import Testing

@testable import Terminal

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct NavigatorTests {
  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator.sample()

  @Test func `A screen that is taken off shows the one below, as it was`() async throws {
    let first = NamedScreen("first", navigator: navigator)
    let run = play(first)
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is second.")
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Here is first.")
    #expect(navigator.top === first)
    terminal.press(.escape)

    #expect(try await run.outcome == .finished)
    #expect(navigator.top == nil)
  }

  @Test func `What was typed ahead belongs to the screen that comes next`() async throws {
    let run = play(NamedScreen("first", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is second.")
    terminal.press(.escape, .escape)

    #expect(try await run.outcome == .finished)
  }

  @Test func `A screen is taken off with those over it, and once only`() async throws {
    let run = play(NamedScreen("first", navigator: navigator))
    let second = NamedScreen("second", navigator: navigator)
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.push(second)
    navigator.push(NamedScreen("third", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is third.")
    navigator.pop(second)
    navigator.pop(second)
    try await terminal.waitForFrame(containing: "Here is first.")
    terminal.press(.escape)

    #expect(try await run.outcome == .finished)
  }

  @Test func `The root is replaced below what stands over it`() async throws {
    let run = play(NamedScreen("first", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is second.")
    let other = NamedScreen("other", navigator: navigator)
    navigator.replaceRoot(with: other)
    #expect(navigator.root === other)
    #expect(navigator.top !== other)
    terminal.press(.escape)
    try await terminal.waitForFrame(containing: "Here is other.")
    terminal.press(.escape)

    #expect(try await run.outcome == .finished)
  }

  @Test func `Quitting leaves all screens`() async throws {
    let run = play(NamedScreen("first", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is second.")
    navigator.quit()

    #expect(try await run.outcome == .quit)
  }

  @Test func `A shortcut is not offered where it leads`() {
    let item = MenuItem(.control("x"), "Elsewhere") { Elsewhere(navigator: $0) }
    let navigator = Navigator(shortcuts: [item], menu: [.named("Friends", .character("f"))])
    let named = NamedScreen("first", navigator: navigator)

    #expect(navigator.shortcuts(on: named).map(\.title.text) == ["Elsewhere"])
    #expect(navigator.menu(on: named).map(\.title.text) == ["Elsewhere", "Friends"])
    #expect(navigator.shortcuts(on: Elsewhere(navigator: navigator)).isEmpty)
  }

  /// A screen of another kind.
  private final class Elsewhere: NavigableScreen {
    let navigator: Navigator
    let content = ScreenContent(facts: [])

    init(navigator: Navigator) {
      self.navigator = navigator
    }

    func draw(in frame: inout Frame) {}
    func handle(_ key: Key) {}
  }

  private func play(_ screen: NamedScreen) -> Task<NavigationEnd, any Error> {
    Task { try await navigator.run(from: screen, on: terminal) }
  }
}
