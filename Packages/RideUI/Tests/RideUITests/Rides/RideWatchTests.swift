import BasicsTesting
import Console
import Core
import CoreTesting
import RideUI
import Terminal
import TerminalTesting
import Testing

@MainActor
struct RideWatchTests {
  private struct Context: ScreenContext {
    let console: CommandConsole
    let navigator: Navigator

    func makeNavigator() -> Navigator { navigator }
  }

  private let clock = ManualWallClock()
  private let answers = AnswerNotes()

  @Test func `A terminal keeps the ride while there is no answer, and says since when`()
    async throws
  {
    let (terminal, watch) = makeWatch(.terminal())
    let watching = try show(with: watch)

    try await note(false) { terminal.output.contains("No answer since 00:00\n") }
    #expect(terminal.output.hasSuffix("\u{1B}[1A\r\u{1B}[JRide\nNo answer since 00:00\n"))
    let told = terminal.output.count
    answers.note(false)
    try await note(true) { terminal.output.count > told }
    #expect(terminal.output.hasSuffix("\u{1B}[2A\r\u{1B}[JRide\n"))
    watching.cancel()
  }

  @Test func `A pipe gets its lines, and the standard error what is wrong`() async throws {
    let (terminal, watch) = makeWatch(.pipe)
    let watching = try show(with: watch)

    try await note(false) { !terminal.error.isEmpty }
    try await note(true) { terminal.error.contains("again") }
    #expect(terminal.error == "No answer since 00:00.\nThe cloud answers again.\n")
    #expect(terminal.output == "In one line\n")
    watching.cancel()
  }

  @Test(arguments: [(TerminalCapabilities.terminal(), false), (.pipe, true)])
  func `A terminal watches until the rider leaves, a pipe for a minute`(
    capabilities: TerminalCapabilities, isGivenUp: Bool
  ) async throws {
    let watch = makeWatch(capabilities).watch
    let failure = CloudError.unreachable(reason: "no route")

    try watch.bear(failure)
    clock.advance(by: .seconds(60))
    #expect(((try? watch.bear(failure)) == nil) == isGivenUp)
    try watch.show(.sample(), as: "", lines: [], line: "")
    try watch.bear(failure)
    #expect(throws: CloudError.self) { try watch.bear(.unintelligible(reason: "not HTTP")) }
  }

  private func makeWatch(
    _ capabilities: TerminalCapabilities
  ) -> (terminal: ScriptedTerminal, watch: RideWatch<some ScreenContext>) {
    let terminal = ScriptedTerminal(capabilities)
    let navigator = Navigator()
    navigator.statusProviders = [SilenceStatus(answers, wallClock: clock)]
    let context = Context(
      console: CommandConsole(terminal: terminal, format: .text, isQuiet: false),
      navigator: navigator)
    return (terminal, RideWatch(context, wallClock: clock))
  }

  @Test func `Nothing is followed after the end`() async throws {
    var watch = Optional(makeWatch(.pipe).watch)
    weak let ended = watch
    let watching = try watch.map(show)
    try await clock.waitForSleepers()

    watch = nil
    watching?.cancel()
    try await eventually("the watch ends") { ended == nil }
  }

  /// Shows a ride until the test ends.
  private func show(with watch: RideWatch<some ScreenContext>) throws -> Task<Void, any Error> {
    try watch.show(.sample(), as: "", lines: ["Ride"], line: "In one line")
    return Task { [clock] in try await watch.run { try await clock.sleep(for: .seconds(3600)) } }
  }

  /// Notes until something is seen of it: the listener may come later.
  private func note(_ isAnswered: Bool, until condition: @MainActor () -> Bool) async throws {
    try await eventually("the note is seen") {
      answers.note(isAnswered)
      return condition()
    }
  }
}
