import BasicsTesting
import Observation
import TerminalTesting
import Testing

@testable import Terminal

@MainActor
struct StatusLineTests {
  /// Says what the test sets, and tells what the test tells.
  @Observable
  final class Order: StatusProvider {
    var status: Styled?
    @ObservationIgnored private var announce: (@MainActor (String) -> Void)?
    @ObservationIgnored private let followers = AsyncStream.makeStream(of: Void.self)

    func follow(announce: @escaping @MainActor (String) -> Void) async {
      self.announce = announce
      followers.continuation.yield()
    }

    func tell(_ text: String) async throws {
      if announce == nil { _ = try await followers.stream.next("a follower") }
      announce?(text)
    }
  }

  private let terminal = ScriptedTerminal(.terminal())
  private let navigator = Navigator.sample()
  private let order = Order()

  @Test func `The line stands below every screen while there is something to say`() async throws {
    let run = play()
    try await terminal.waitForFrame(containing: "Here is first.")
    order.status = "On its way"
    let frame = try await terminal.waitForFrame(containing: "On its way")
    #expect(frame.lines[23] == " On its way")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame { $0.text.contains("second") && $0.text.contains("On its way") }
    order.status = nil
    try await terminal.waitForFrame { !$0.text.contains("On its way") }
    terminal.press(.escape, .escape)

    #expect(try await run.outcome() == .finished)
  }

  @Test func `The parts of several stand beside each other`() async throws {
    let other = Order()
    navigator.statusProviders = [order, Order(), other]
    (order.status, other.status) = ("On its way", "2 new")

    #expect(navigator.status?.text == "On its way   2 new")
  }

  @Test func `News are announced once, whichever screen is shown`() async throws {
    let run = play()
    try await terminal.waitForFrame(containing: "Here is first.")
    try await order.tell("It is\u{1B}[2J there.")
    order.status = "There"
    try await terminal.waitForFrame(containing: "There")
    navigator.push(NamedScreen("second", navigator: navigator))
    try await terminal.waitForFrame(containing: "Here is second.")
    try await order.tell("It is done.")
    order.status = "Done"
    try await terminal.waitForFrame(containing: "Done")
    terminal.press(.escape, .escape)

    #expect(try await run.outcome() == .finished)
    #expect(terminal.announcements == ["It is there.", "It is done."])
  }

  @Test func `A silent navigator announces nothing`() async throws {
    navigator.isSilent = true
    let run = play()
    try await order.tell("It is there.")
    order.status = "There"
    try await terminal.waitForFrame(containing: "There")
    terminal.press(.escape)

    #expect(try await run.outcome() == .finished)
    #expect(terminal.announcements == [])
  }

  @Test func `Where lines are printed news are lines`() async throws {
    let plain = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)
    navigator.isSilent = true
    navigator.statusProviders = [order]
    let first = NamedScreen("first", navigator: navigator)
    let run = Task { [navigator] in try await navigator.run(from: first, on: plain) }
    try await plain.waitForText("Here is first.")
    try await order.tell("It is there.")
    try await plain.waitForText("It is there.")
    navigator.close()

    #expect(try await run.outcome() == .finished)
  }

  @Test(arguments: [
    (NotificationProtocol.bell, "\u{07}"),
    (.osc9, "\u{07}\u{1B}]9;Notification: a, b\u{1B}\\"),
    (.osc777, "\u{07}\u{1B}]777;notify;Notification;a, b\u{1B}\\"),
  ])
  func `A terminal is asked in its own words`(kind: NotificationProtocol, sequence: String) {
    #expect(kind.sequence(for: Announcement("a; b")) == sequence)
  }

  @Test(arguments: ["9;/tmp/evil", "4;1;77", "6;GuiMacro"])
  func `A name that looks like a command is text`(name: String) {
    let news = Announcement("\(name) shared: hello")
    let shown = name.replacing(";", with: ",") + " shared: hello\u{1B}\\"

    #expect(
      NotificationProtocol.osc9.sequence(for: news)
        == "\u{07}\u{1B}]9;Notification: \(shown)")
    #expect(NotificationProtocol.osc777.sequence(for: news).hasSuffix(";Notification;\(shown)"))
  }

  private func play() -> Task<NavigationEnd, any Error> {
    navigator.statusProviders = [order]
    let first = NamedScreen("first", navigator: navigator)
    return Task { try await navigator.run(from: first, on: terminal) }
  }
}
