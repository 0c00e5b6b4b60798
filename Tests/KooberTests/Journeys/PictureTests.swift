import BasicsTesting
import Core
import CoreTesting
import Terminal
import TerminalTesting
import Testing

/// The pictures of the main screens, for the README: `Tools/pictures` draws them anew.
@Suite(.timeLimit(.minutes(10)))
struct PictureTests {
  private let machine: TestMachine
  private let terminal = ScriptedTerminal(
    .terminal(TerminalSize(columns: 100, rows: 28), color: .full))

  init() throws {
    machine = try TestMachine()
  }

  @Test func `The pictures show the program as it is`() async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    await machine.befriend("Ada", "Grace")
    let run = machine.play(on: terminal)
    try await check("start") { $0.text.contains("nearby.") }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Type a name's beginning")
    terminal.paste("opera")
    // The cars and the search.
    try await machine.clock.waitForSleepers(2)
    machine.clock.advance(by: .milliseconds(150))
    try await terminal.waitForFrame(containing: "❯ Opera House")
    terminal.press(.enter)
    try await check("options") {
      $0.text.contains("❯ Wallabee")
    }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Request this ride?")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Looking for a driver")
    try await waitForDriver()
    try await check("ride") { $0.text.contains(" is on the way") }
    terminal.type("f")
    try await terminal.waitForFrame(containing: "grace@example.org")
    try await machine.screenClock.waitForSleepers(3)
    machine.screenClock.advance(by: .seconds(5))
    try await check("friends") {
      $0.text.contains("grace@example.org") && $0.text.contains(" is on the way")
    }
    terminal.interrupt()

    #expect(try await run.outcome == 130)
  }

  /// Moves the time until a driver has accepted the ride.
  private func waitForDriver() async throws {
    var state = RideState.requested
    while state == .requested {
      try await machine.clock.waitForSleepers()
      machine.clock.advance(by: .seconds(5))
      state = try await machine.run("ride", "status", "--json").document(RideDocument.self).ride
        .state
    }
  }

  private func check(
    _ name: String, where condition: @escaping @Sendable (Frame) -> Bool
  ) async throws {
    do {
      try await GoldenFrames().checkPictures(terminal, name, where: condition)
    } catch {
      // One that was drawn anew fails its test, and the next ones are drawn all the same.
      Issue.record(error)
    }
  }
}
