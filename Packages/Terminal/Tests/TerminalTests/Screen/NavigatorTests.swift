import BasicsTesting
import Observation
import TerminalTesting
import Testing

@testable import Terminal

@MainActor
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

    #expect(try await run.outcome() == .finished)
    #expect(navigator.top == nil)
  }

  @Test func `What was typed ahead belongs to the screen that comes next`() async throws {
    let run = play(NamedScreen("first", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is second.")
    terminal.press(.escape, .escape)

    #expect(try await run.outcome() == .finished)
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

    #expect(try await run.outcome() == .finished)
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

    #expect(try await run.outcome() == .finished)
  }

  @Test func `Quitting leaves all screens`() async throws {
    let run = play(NamedScreen("first", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is second.")
    navigator.quit()

    #expect(try await run.outcome() == .quit)
  }

  @Test func `A shortcut is not offered where it leads`() throws {
    let navigator = Navigator(
      shortcuts: [.named("Elsewhere", .control("x"))], menu: [.named("Friends", .character("f"))])
    let named = NamedScreen("first", navigator: navigator)

    #expect(navigator.shortcuts(on: named).map(\.title.text) == ["Elsewhere"])
    #expect(navigator.menu(on: named).map(\.title.text) == ["Elsewhere", "Friends"])
    navigator.shortcuts(on: named).perform(.control("x"))
    #expect(navigator.shortcuts(on: try #require(navigator.top)).isEmpty)
  }

  @Test func `A shortcut leads back to the screen that is open below`() async throws {
    let navigator = Navigator(shortcuts: [.named("Elsewhere", .control("x"))])
    let run = Task {
      try await navigator.run(from: NamedScreen("first", navigator: navigator), on: terminal)
    }
    try await terminal.waitForFrame(containing: "Here is first.")
    navigator.shortcuts.forEach { $0.action(in: navigator)() }
    let elsewhere = navigator.top
    let form = NamedScreen("form", navigator: navigator)
    navigator.push(form)
    navigator.shortcuts(on: form).perform(.control("x"))

    #expect(navigator.top === elsewhere)
    #expect(navigator.scenes.dropFirst() == ["Elsewhere"])
    navigator.close()
    #expect(try await run.outcome() == .finished)
  }

  @Test func `Letters are not commands of a screen that has just taken the place of a text`()
    async throws
  {
    let typing = TypingScreen(navigator: navigator, isTyping: true)
    let next = TypingScreen(navigator: navigator, isTyping: false)
    let run = Task { try await navigator.run(from: typing, on: terminal) }
    try await terminal.waitForFrame(containing: "Typing")
    terminal.type("o")
    try await terminal.waitForFrame(containing: "Typing o")
    navigator.replaceRoot(with: next)
    try await terminal.waitForFrame(containing: "Next")
    terminal.type("c")
    terminal.press(.down)
    try await terminal.waitForFrame(containing: "down")
    next.manualClock.advance(by: .seconds(1))
    terminal.type("c")
    try await terminal.waitForFrame(containing: "Next downc")
    navigator.close()

    #expect(try await run.outcome() == .finished)
  }

  /// A screen that shows its keys.
  @MainActor
  @Observable
  final class TypingScreen: NavigableScreen {
    let navigator: Navigator
    let content = ScreenContent(facts: [])
    let isTyping: Bool
    let manualClock = ManualClock()
    private var typed = ""

    init(navigator: Navigator, isTyping: Bool) {
      self.navigator = navigator
      self.isTyping = isTyping
    }

    var clock: any Clock<Duration> { manualClock }

    func draw(in frame: inout Frame) {
      frame.write("\(isTyping ? "Typing" : "Next") \(typed)", column: 0, row: 0)
      if isTyping { frame.cursor = .init(column: 0, row: 0) }
    }

    func handle(_ key: Key) {
      if case .character(let character) = key { typed.append(character) } else { typed += "down" }
    }
  }

  @Test func `Each scene has another screen, and a root names its scene`() {
    let scenes = Scenes(of: NamedScenes<Int>(), in: navigator)
    scenes.push(1)
    let first = navigator.top
    scenes.push(1)

    #expect(navigator.top !== first)
    #expect(scenes.root == 1)
    scenes.replaceRoot(with: 2)
    #expect(scenes.root == 2)
    #expect(Scenes(of: NamedScenes<String>(), in: navigator).root == nil)
  }

  @Test func `A destination opens its container each time, and only scenes of that one`() throws {
    var opened = 0
    let destination = try #require(
      Destination(reopening: 1) {
        opened += 1
        return NamedScenes<Int>()
      })
    destination.show(in: navigator)
    destination.show(in: navigator)

    #expect(opened == 2)
    #expect(navigator.scenes == [1, 1])
    #expect(Destination(reopening: "one") { NamedScenes<Int>() } == nil)
  }

  private func play(_ screen: NamedScreen) -> Task<NavigationEnd, any Error> {
    Task { try await navigator.run(from: screen, on: terminal) }
  }
}
