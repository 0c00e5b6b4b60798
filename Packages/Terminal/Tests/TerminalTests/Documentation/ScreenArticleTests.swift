import Observation
import Terminal
import TerminalTesting
import Testing

/// The code of the article "A screen and its tests".
@MainActor
struct ScreenArticleTests {
  @MainActor
  @Observable
  final class Seats {
    var count = 1
    var isChosen = false
  }

  struct SeatsScreen: DrawnScreen {
    let seats: Seats

    var outcome: Int? { seats.isChosen ? seats.count : nil }

    private var actions: [KeyAction] {
      [
        KeyAction(.up, "One more") { seats.count = min(6, seats.count + 1) },
        KeyAction(.enter, "Choose") { seats.isChosen = true },
      ]
    }

    var content: ScreenContent {
      ScreenContent(facts: ["Seats: \(seats.count)"], choices: actions.choices)
    }

    func draw(in frame: inout Frame) {
      let region = Page(title: "Seats", hints: actions.hints).draw(in: &frame)
      frame.write("\(seats.count)", column: region.column, row: region.row)
    }

    func handle(_ key: Key) {
      actions.perform(key)
    }
  }

  @Test func `Keys change what is drawn, and end the screen`() async throws {
    let terminal = ScriptedTerminal(.terminal(TerminalSize(columns: 40, rows: 8)))
    terminal.press(.up, .up, .enter)

    let seats = try await SeatsScreen(seats: Seats()).run(on: terminal)

    #expect(seats == 3)
    #expect(terminal.frames.first?.text.contains("Seats") == true)
  }

  @Test func `Where nothing can be drawn the choices have numbers`() async throws {
    let terminal = ScriptedTerminal(
      .terminal(TerminalSize(columns: 40, rows: 8), isAccessible: true),
      answers: [.line("1"), .line("2")])

    let seats = try await SeatsScreen(seats: Seats()).run(on: terminal)

    #expect(seats == 2)
    #expect(terminal.transcript.contains("Seats: 2"))
  }
}

/// The code about commands of the same article.
struct CommandArticleTests {
  private static let verbose = Flag("verbose", help: "Says more.")
  private static let place = Argument<String>("PLACE", help: "Where to go.")

  private static let tree = CommandTree<any Terminal>(
    name: "taxi", version: "1.0.0", date: "2026-01-01", summary: "Get a taxi.",
    examples: [CommandExample("taxi go 'Opera House'", "Go to the Opera House.")],
    commands: [
      Command(
        "go", summary: "Go to a place.",
        examples: [CommandExample("taxi go 'Opera House'", "Go to the Opera House.")],
        parameters: [place, verbose]
      ) { values, terminal in
        try terminal.writeLine("To \(values[place])")
      }
    ])

  @Test func `A command line is parsed into typed values, and nothing runs before`() async throws {
    let terminal = ScriptedTerminal(.pipe)

    let parsed = Self.tree.parse(["go", "Opera House"])

    guard case .run(let invocation) = parsed.request else {
      Issue.record("The command line is not understood.")
      return
    }
    try await invocation.run(terminal)
    #expect(terminal.output == "To Opera House\n")
  }

  @Test func `A mistyped option gets a suggestion`() {
    guard case .usageError(let error) = Self.tree.parse(["go", "--verbos"]).request else {
      Issue.record("The mistake is not seen.")
      return
    }

    #expect(error.hint.contains("--verbose"))
    #expect(Self.tree.declarationProblems == [])
  }
}
