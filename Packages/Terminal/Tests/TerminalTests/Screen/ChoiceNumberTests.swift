import BasicsTesting
import Observation
import TerminalTesting
import Testing

@testable import Terminal

/// Choices and news that change while a person is asked.
@MainActor
struct ChoiceNumberTests {
  /// A screen whose choices, facts and news the test changes.
  @MainActor
  @Observable
  final class ChangingScreen: DrawnScreen {
    var titles = ["Cancel", "Quit"]
    var facts: [Styled] = ["Ruby is on the way"]
    var announcements: [Announcement] = []
    var entries: [ScreenChoice] = []
    var isBusy = false
    let clock: any Clock<Duration> = ManualClock()
    private(set) var outcome: String?

    var content: ScreenContent {
      ScreenContent(
        facts: facts,
        choices: entries
          + titles.map { title in
            .action(Styled(title), id: title.prefix { $0 != ":" }.description) { [self] in
              title == "More" ? more() : (outcome = title)
            }
          })
    }

    /// Waits for another list.
    private func more() {
      facts.append("Asking")
      isBusy = true
    }

    func answer(_ titles: [String]) {
      (self.titles, isBusy) = (titles, false)
    }

    func takeAnnouncements() -> [Announcement] {
      guard !announcements.isEmpty else { return [] }
      defer { announcements = [] }
      return announcements
    }

    func draw(in frame: inout Frame) {}
    func handle(_ key: Key) {}
  }

  private let screen = ChangingScreen()
  private let terminal = ScriptedTerminal(.terminal(isAccessible: true), patience: .waits)

  @Test func `A number stays with its choice while the others change`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("1: Cancel\n2: Quit\nChoose 1-2: ")

    screen.titles = ["Share", "Quit"]
    try await terminal.waitForText("\n3: Share\nChoose a number: ")
    terminal.answer(.line("1"))
    try await terminal.waitForText("Type one of the numbers.\n1: Share\n2: Quit\n")
    terminal.answer(.line("2"))

    #expect(try await run.outcome() == "Quit")
  }

  @Test func `A choice with another title keeps its number`() async throws {
    screen.titles = ["Wallabee: 2 min", "Quit"]
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("1: Wallabee: 2 min\n2: Quit\n")

    screen.titles = ["Kangaroo: 4 min", "Wallabee: 1 min", "Quit"]
    try await terminal.waitForText("\n3: Kangaroo: 4 min\n1: Wallabee: 1 min\nChoose 1-3: ")
    terminal.answer(.line("1"))

    #expect(try await run.outcome() == "Wallabee: 1 min")
  }

  @Test func `Choices that come back unchanged are not printed again`() async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("Choose 1-2: ")

    screen.titles = []
    screen.facts.append("Asking")
    try await terminal.waitForText("Asking")
    screen.titles = ["Cancel", "Quit"]
    screen.facts.append("There")
    try await terminal.waitForText("\nThere\nChoose 1-2: ")
    terminal.answer(.line("2"))

    #expect(try await run.outcome() == "Quit")
    #expect(terminal.transcript.split(separator: "1: Cancel").count == 2)
  }

  @Test func `After an answer and its wait the choices are numbered from 1 in their order`()
    async throws
  {
    screen.titles = ["More", "Back"]
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("1: More\n2: Back\nChoose 1-2: ")
    terminal.answer(.line("1"))
    try await terminal.waitForText("Asking\n")
    screen.answer(["House", "Bar", "Back"])
    try await terminal.waitForText("1: House\n2: Bar\n3: Back\nChoose 1-3: ")
    terminal.answer(.line("3"))

    #expect(try await run.outcome() == "Back")
  }

  @Test func `While a screen waits what was offered before keeps its number`() async throws {
    screen.titles = ["More", "Back"]
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("Choose 1-2: ")
    terminal.answer(.line("1"))
    try await terminal.waitForText("Asking\n")
    screen.titles = ["Cancel", "Back"]
    terminal.answer(.line("2"))

    #expect(try await run.outcome() == "Back")
  }

  @Test func `Text is the line of an entry that always takes it, and a number is a choice`()
    async throws
  {
    screen.entries = [
      .entry("Search", asking: .always) { [screen] in screen.facts = ["For \($0)"] }
    ]
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("1: Search\n2: Cancel\n3: Quit\nSearch or choose 1-3: ")
    terminal.answer(.line("opera"))
    try await terminal.waitForText("For opera\n")
    terminal.answer(.line("44"))
    try await terminal.waitForText("For 44\n")
    terminal.answer(.line("3"))

    #expect(try await run.outcome() == "Quit")
    #expect(!terminal.transcript.contains("Type one of the numbers."))
  }

  @Test func `An action that text begins takes it, and has a number as well`() async throws {
    let action = KeyAction(.enter, "Where to?") { [screen] in screen.facts = ["Places"] }
    screen.entries = [action.typing { [screen] in screen.facts = ["For \($0)"] }.choice]
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("1: Where to?\n2: Cancel\n3: Quit\nWhere to? or choose 1-3: ")
    terminal.answer(.line("opera"))
    try await terminal.waitForText("For opera\n")
    terminal.answer(.line("1"))
    try await terminal.waitForText("Places\n")
    terminal.answer(.line("3"))

    #expect(try await run.outcome() == "Quit")
  }

  @Test func `An entry that is asked for now comes before the choices`() async throws {
    screen.entries = [
      .entry("Name", asking: .now) { [screen] in
        screen.facts = ["Name: \($0)"]
        screen.entries = []
      }
    ]
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("Ruby is on the way\nName: ")
    terminal.answer(.line("2"))
    try await terminal.waitForText("Name: 2\n1: Cancel\n2: Quit\nChoose 1-2: ")
    terminal.answer(.line("2"))

    #expect(try await run.outcome() == "Quit")
  }

  @Test(arguments: [true, false])
  func `A change is told once, as news or as a fact`(isNewsFirst: Bool) async throws {
    let run = Task { try await screen.run(on: terminal) }
    try await terminal.waitForText("Choose 1-2: ")

    let news = { screen.announcements = [Announcement("Ruby is waiting for you.")] }
    let fact = { screen.facts = ["Ruby is waiting for you"] }
    (isNewsFirst ? news : fact)()
    try await terminal.waitForText("Ruby is waiting for you")
    (isNewsFirst ? fact : news)()
    screen.facts.append("You are on your way")
    try await terminal.waitForText("You are on your way")
    terminal.answer(.line("2"))

    #expect(try await run.outcome() == "Quit")
    #expect(terminal.transcript.split(separator: "waiting for you").count == 2)
  }
}
