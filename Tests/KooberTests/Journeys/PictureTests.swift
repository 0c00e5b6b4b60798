import BasicsTesting
import Core
import CoreTesting
import Synchronization
import Terminal
import TerminalTesting
import Testing

/// The pictures of the main screens, for the README: `Tools/pictures` draws them anew.
struct PictureTests {
  private let machine: TestMachine
  private let terminal = ScriptedTerminal(
    .terminal(TerminalSize(columns: 100, rows: 28), color: .full))

  init() throws {
    machine = try TestMachine()
  }

  /// The scenes of the recording.
  private final class Story: Sendable {
    private let scenes = Mutex<[Frame]>([])

    func add(_ frame: Frame) { scenes.withLock { $0.append(frame) } }
    var cast: String { scenes.withLock { Frame.cast($0, .dark) } }
  }

  private let story = Story()

  @Test func `The pictures show the program as it is`() async throws {
    await machine.signUp("Grace")
    await machine.signUp("Ada")
    await machine.befriend("Ada", "Grace")
    var run = machine.play(on: terminal)
    try await check("start") { $0.text.contains("nearby.") }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Type a name's beginning")
    terminal.paste("opera")
    try await machine.clock.waitForSleeper(of: .milliseconds(150))
    machine.clock.advance(by: .milliseconds(150))
    try await terminal.waitForFrame(containing: "▌ Opera House")
    terminal.press(.enter)
    try await check("options") {
      $0.text.contains("▌ Wallabee")
    }
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Request this ride?")
    terminal.press(.enter)
    try await terminal.waitForFrame(containing: "Looking for a driver")
    try await leave(run)
    try await wait(until: [.accepted])
    run = machine.play(on: terminal)
    try await check("ride") { $0.text.contains(" is on the way") }
    terminal.type("f")
    try await terminal.waitForFrame(containing: "grace@example.org")
    try await check("friends") {
      $0.text.contains("grace@example.org") && $0.text.contains(" is on the way")
    }
    try await leave(run)
    try await wait(until: [.arriving, .arrived])
    run = machine.play(on: terminal)
    try await record { $0.text.contains(" is almost there ─") || $0.text.contains(" is waiting") }
    try await leave(run)
    try GoldenFrames().check(story.cast, "story-dark", kind: "svg")
  }

  /// Ends the application: what is shown while time passes depends on what is faster.
  private func leave(_ run: Task<Int32, any Error>) async throws {
    terminal.interrupt()
    #expect(try await run.outcome() == 130)
  }

  /// Adds what is shown to the recording.
  private func record(where condition: @escaping @Sendable (Frame) -> Bool) async throws {
    terminal.say(.dark)
    story.add(
      try await terminal.waitForFrame {
        $0.background == .dark && !$0.isLoading && condition($0)
      })
  }

  /// Moves the time until the ride has come so far.
  private func wait(until states: Set<RideState>) async throws {
    var state = RideState.requested
    // No ride takes an hour.
    for _ in 0..<720 where !states.contains(state) {
      machine.clock.advance(by: .seconds(5))
      state = try await machine.run("ride", "status", "--json").document(RideDocument.self).ride
        .state
    }
    try #require(states.contains(state))
  }

  private func check(
    _ name: String, where condition: @escaping @Sendable (Frame) -> Bool
  ) async throws {
    try await record(where: condition)
    do {
      try await GoldenFrames().checkPictures(terminal, name, where: condition)
    } catch {
      // One that was drawn anew fails its test, and the next ones are drawn all the same.
      Issue.record(error)
    }
  }
}
